"""Whatever documents and task files hold, MATScore prints whole tables or one clear line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.mat_score.annotations import Document, DocumentError
from legacy_scorers.mat_score.documents.fakexml import read_fake_xml
from legacy_scorers.mat_score.documents.matjson import read_mat_json
from legacy_scorers.mat_score.documents.xmlinline import read_xml
from legacy_scorers.mat_score.tasks.task import AnnotationTask
from legacy_scorers.mat_score.tasks.taskxml import add_tasks
from tests.fuzzing import Sample, broken, broken_samples, files_named, is_refused, run, samples_of

SAMPLES = samples_of("mat_score")
TASKS = files_named(SAMPLES, "task.xml")
JSON = files_named(SAMPLES, ".json")
INLINE = [*(content for content in files_named(SAMPLES, ".xml") if content not in TASKS), *files_named(SAMPLES, ".txt")]
MOST_ANNOTATIONS = 10_000


def gives_tables_or_a_line(sample: Sample) -> bool:
    """Say whether a run ended with tables, or without any and with a line or the usage."""
    ended = run(sample)
    if ended.exit == 0:
        return b"By tag:" in ended.stdout or any(name.endswith(".csv") for name in ended.files)
    has_usage = b"Usage: MATScore" in ended.stdout + ended.stderr
    return not ended.files and (has_usage or is_refused(ended, "MATScore"))


@given(broken_samples(SAMPLES, ".json"))
def test_any_damage_to_a_document_in_json(sample: Sample) -> None:
    assert gives_tables_or_a_line(sample)


@given(broken_samples(SAMPLES, ".xml", ".txt", ".sgm"))
def test_any_damage_to_a_document_or_task_in_xml(sample: Sample) -> None:
    assert gives_tables_or_a_line(sample)


@pytest.fixture(scope="module")
def task() -> AnnotationTask:
    """Return the task of the golden cases that says most."""
    content = max((content for content in TASKS if b"effective_label" in content), key=len)
    tasks: dict[str, AnnotationTask] = {}
    add_tasks(tasks, "task.xml", content, "1.3")
    return next(found for found in tasks.values() if found.visible)


def is_read_or_refused(read: Callable[[], Document]) -> bool:
    try:
        document = read()
    except DocumentError as error:
        return bool(str(error))
    except InputError as error:
        return error.file == "d"
    annotations = [annotation for label in document.types for annotation in document.annotations_of(label)]
    return len(annotations) < MOST_ANNOTATIONS and all(
        (annotation.start is None) == (annotation.end is None) for annotation in annotations
    )


@pytest.mark.parametrize("with_task", [False, True])
@given(content=broken(JSON))
def test_any_damage_to_json(task: AnnotationTask, content: bytes, with_task: bool) -> None:
    assert is_read_or_refused(lambda: read_mat_json("d", content, task if with_task else None))


READERS = {
    "xml": lambda text, task, translate_all: read_xml("d", text, task, translate_all),
    "overlay": lambda text, task, translate_all: read_xml("d", text, task, translate_all, overlay=True),
    "fake": lambda text, task, translate_all: read_fake_xml("d", text, task, lambda warning: None),
}
MARKUP = st.lists(
    st.sampled_from(
        [
            *(
                "<d>",
                "</d>",
                "<PER>",
                "</PER>",
                "<PER ",
                "/>",
                ">",
                "<",
                "a='1'",
                'b="2"',
                "_mat:id='i'",
                "&amp;",
                "&a;",
            ),
            *("<_mat:atypes>", "</_mat:atypes>", "<_mat:atype name='PER' hasSpan='no'>", "</_mat:atype>", "\r", "\n"),
            *(
                "<_mat:attr name='a' type='annotation'/>",
                "<_mat:attr name='a' type='int' aggregation='set'/>",
                "</",
                " ",
            ),
            *(
                "<!DOCTYPE d [<!ENTITY a 'x'>]>",
                "<!-- _mat_metadata_ e30= -->",
                "<![CDATA[",
                "]]>",
                "<?x?>",
                "é",
                "\ud800",
            ),
        ]
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize("reader", sorted(READERS))
@given(
    text=broken(INLINE).map(lambda content: content.decode("utf-8", "replace"))
    | MARKUP
    | MARKUP.map("<d>{}</d>".format),
    with_task=st.booleans(),
    translate_all=st.booleans(),
)
def test_any_markup(task: AnnotationTask, reader: str, text: str, with_task: bool, translate_all: bool) -> None:
    assert is_read_or_refused(lambda: READERS[reader](text, task if with_task else None, translate_all))


@pytest.mark.parametrize("version", ["1.3", "2.0"])
@given(content=broken(TASKS))
def test_any_damage_to_a_task_file(version: str, content: bytes) -> None:
    tasks: dict[str, AnnotationTask] = {}
    try:
        add_tasks(tasks, "task.xml", content, version)
    except InputError as error:
        assert error.file == "task.xml"
        assert error.problem
