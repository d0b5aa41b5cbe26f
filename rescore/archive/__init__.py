"""Archives of submissions: scores them again, and compares the results with the published figures.

``manifest`` describes an archive and its ``submissions``. ``submission`` runs one of them and keeps the run inside
its archive. ``published`` compares the reports. ``rescoring`` and ``cause_search`` are the jobs that score a
submission, and that search for ``causes`` which explain a difference, in a process of ``pool``, here or on other
machines. ``archive_run`` distributes the submissions whose ``records`` and counts by unit ``store`` lacks. ``draft``
drafts a manifest.
"""
