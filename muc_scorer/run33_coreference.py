"""A coreference run of version 3.3: each document is read on both sides, aligned, scored and reported."""

from __future__ import annotations

import os

from common.atomic import write_reports
from common.tally import Signatures
from muc_scorer.align.v33.chain_alignment import ChainAlignment
from muc_scorer.align.v33.heads import mentions_without_head
from muc_scorer.read.messages import say, shown
from muc_scorer.read.objects import Catalogue
from muc_scorer.read.v33.documents import read_texts
from muc_scorer.read.v33.mentions import COREF, read_mentions
from muc_scorer.read.v33.tagged_pair import TaggedPair
from muc_scorer.report.v33.coreference import coreference_history, coreference_summary, coreference_table, partitions
from muc_scorer.tally.coreference import link_row, link_signatures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from common.result import Observer
    from muc_scorer.read.config import Config
    from muc_scorer.read.parsing import Source
    from muc_scorer.read.v33.mentions import MentionSide


def score(config: Config, observer: Observer | None) -> int:
    """Score the coreference task, write its reports, all or none, and return the exit status.

    The observer is told, if there is one. A document that one side does not have is all missing or all spurious.
    """
    catalogue = Catalogue()
    read_texts(config.text_file, catalogue)
    files = TaggedPair(config, [COREF], catalogue)
    evidence = None
    if observer is not None:
        from muc_scorer.evidence.v33 import LinkEvidence

        evidence = LinkEvidence(observer, config, files)
    totals = Signatures()
    rows, summary, classes, history = [], [], [], []
    say(b"Begin Mapping...\n")
    for document in catalogue:
        key, response = files.documents(document.docnum)
        sides = read_mentions(files.key.source, key), read_mentions(files.response.source, response)
        _warn_of_heads(sides[0], files.key.source)
        alignment = ChainAlignment(document.docnum, *sides)
        if evidence is not None:
            evidence.tell(alignment, (key is not None, response is not None))
        signatures = link_signatures(alignment)
        totals.add(signatures)
        rows.append((alignment.docnum, link_row(signatures)))
        summary.append(coreference_summary(alignment))
        classes.append(partitions(alignment))
        history.append(coreference_history(alignment))
        say(b"mapping %s ...done.\n" % document.docnum)
    say(b"Mapping Completed.\n")
    files.warn_of_left_out()
    names = config.score_file, config.report_file, config.partition_file, config.map_history_file
    contents = coreference_table(rows, link_row(totals)), summary, classes, history
    write_reports(zip(map(os.fsdecode, names), contents))
    return 0


def _warn_of_heads(key: MentionSide, source: Source) -> None:
    """Warn of each MIN of a key that no response mention can contain within its mention."""
    for index in mentions_without_head(key):
        mention = key.mentions[index]
        head = shown(mention.attributes[b"min"])
        source.warn(f'MIN="{head}" does not occur in its mention, and has no effect', mention.position)
