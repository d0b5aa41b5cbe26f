"""What is printed and written of runs, archives and statistics: texts, tables, JSON, pages and pictures."""
