"""Archives of submissions: what was scored how, what was published, and whether the figures come out again.

``manifest``, ``patterns``, ``folders`` and ``figures`` read an archive into ``submissions``. ``watch`` keeps a run
inside its archive, ``scoring`` runs a submission, ``published`` compares what it printed, ``search`` looks for the
``changes`` that explain a difference. ``worker`` does this in processes of ``pool``. ``cluster`` sends jobs with
their files to workers elsewhere, where ``remote`` scores them in a copy of the archive. ``rescoring`` hands out what
``store`` does not know yet, ``shapes`` tells what is damaged there, and ``forms`` prints the records. ``options`` and
``progress`` are what the commands over archives share.
"""
