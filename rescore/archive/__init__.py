"""Archives of submissions: what was scored how, what was published, and whether the figures come out again.

``manifest``, ``patterns`` and ``figures`` read an archive into ``submissions``. ``scoring`` runs a submission and keeps
the run inside its archive, ``published`` compares what it printed, ``search`` looks for the ``causes`` and ``changes``
that explain a difference. ``worker`` does this in processes of ``pool``, ``cluster`` in those of workers elsewhere.
``rescoring`` hands out what ``store`` does not know yet, and ``forms`` prints the records. ``options`` is what the
commands over archives share.
"""
