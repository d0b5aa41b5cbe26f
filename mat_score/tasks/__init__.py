"""What a task declares: labels, attributes and profiles, and the files that declare them.

Modules by step, of which each imports from its own and from those above it.

    objects: profiles task
    task files: taskxml
"""
