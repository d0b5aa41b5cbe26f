"""An archive as static web pages, which need no server and no network.

``plan`` decides which pages there are and what they are called (``names``), with the figure that a task is known by
(``figures``) and the keys, since only submissions with the same one are compared (``keys``). ``build`` makes them:
``jobs`` those that need a run, in processes of the archive's pool, ``pages`` the others. ``folder`` puts all of them in
place together.
"""
