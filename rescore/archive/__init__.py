"""Archives of submissions: what was scored how, and what was published."""
