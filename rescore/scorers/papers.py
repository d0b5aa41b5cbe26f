"""The papers and manuals that describe the scorers and their measures, as a paper cites them (docs/references.md)."""

from __future__ import annotations

MELAMED_RESNIK = (
    "Melamed, I. D., and Resnik, P. (2000). Tagger evaluation given hierarchical tag sets. "
    "Computers and the Humanities 34."
)
ORTMANN = (
    "Ortmann, K. (2022). Fine-grained error analysis and fair evaluation of labeled spans. "
    "Proceedings of LREC 2022, 1400-1407."
)
MAT_DOCUMENTATION = "MITRE Annotation Toolkit (MAT), documentation of version 1.3: Scoring Engine."
MUC_MANUAL = (
    "MUC scorer, user's manual of version 3.3 (1998). Written for the Seventh Message Understanding Conference (MUC-7)."
)
TJONG_KIM_SANG_BUCHHOLZ = (
    "Tjong Kim Sang, E. F., and Buchholz, S. (2000). Introduction to the CoNLL-2000 shared task: Chunking. "
    "Proceedings of CoNLL-2000 and LLL-2000, 127-132."
)
PRADHAN = (
    "Pradhan, S., Luo, X., Recasens, M., Hovy, E., Ng, V., and Strube, M. (2014). Scoring coreference partitions "
    "of predicted mentions: A reference implementation. Proceedings of ACL 2014, 30-35."
)
VILAIN = (
    "Vilain, M., Burger, J., Aberdeen, J., Connolly, D., and Hirschman, L. (1995). "
    "A model-theoretic coreference scoring scheme. Proceedings of the Sixth Message Understanding Conference (MUC-6)."
)
BAGGA_BALDWIN = (
    "Bagga, A., and Baldwin, B. (1998). Algorithms for scoring coreference chains. "
    "Proceedings of the LREC 1998 Workshop on Linguistic Coreference, 563-566."
)
LUO = "Luo, X. (2005). On coreference resolution performance metrics. Proceedings of HLT-EMNLP 2005, 25-32."
RECASENS_HOVY = (
    "Recasens, M., and Hovy, E. (2011). BLANC: Implementing the Rand index for coreference evaluation. "
    "Natural Language Engineering 17(4), 485-510."
)
SEKINE_COLLINS = (
    "Sekine, S., and Collins, M. (1997). EVALB, a program that scores brackets. New York University, 1997 to 2013."
)
BLACK = (
    "Black, E., and others (1991). "
    "A procedure for quantitatively comparing the syntactic coverage of English grammars. "
    "Speech and Natural Language, Proceedings of a Workshop, 306-311."
)
DAHLMEIER_NG = (
    "Dahlmeier, D., and Ng, H. T. (2012). Better evaluation for grammatical error correction. "
    "Proceedings of NAACL-HLT 2012, 568-572."
)
