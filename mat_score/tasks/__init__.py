"""What a task declares: labels, attributes and profiles, and the files that declare them.

Modules by step; each imports only from its own step and those above.

    objects: profiles task
    task files: taskxml directories
"""
