"""An archive as static web pages, which need no server and no network.

``plan`` decides which pages there are and what they are called (``names``), with the figure that a task is known by
(``figures``). ``jobs`` are the pages that need a run, made in processes of the archive's pool, ``pages`` the others.
``folder`` puts all of them in place together.
"""
