"""Archives of submissions: scores them again, and compares the results with the published figures.

``manifest`` describes an archive and its ``submissions``. ``submission`` runs one of them and keeps the run inside its
archive. ``published`` compares the reports. A ``job`` does this, and searches for ``causes`` that explain a difference,
in a process of ``pool``, here or on other machines. ``rescoring`` distributes the submissions whose ``records`` and
counts by unit ``store`` lacks, and ``forms`` prints the records, with the main figure of each task. ``draft`` drafts a
manifest.
"""
