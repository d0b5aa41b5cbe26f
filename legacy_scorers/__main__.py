"""``python -m legacy_scorers COMMAND ARGUMENTS`` runs a command; without words, it lists the commands."""

import sys

from legacy_scorers.commands import COMMANDS, leave_working_directory

USAGE = 2  # the exit status for wrong words


def main() -> int:
    """Run the command that the first word names and return its exit status."""
    leave_working_directory()
    name = sys.argv[1] if sys.argv[1:] else ""
    if name in COMMANDS:
        sys.argv[:2] = [name]
        return COMMANDS[name]()
    listed = "".join([f"  {command.name:12} {command.summary}\n" for command in COMMANDS.values()])
    if not name or name in ("-h", "--help"):
        sys.stdout.write(f"usage: python -m legacy_scorers COMMAND [ARGUMENT ...]\n\n{listed}")
        return 0
    sys.stderr.write(f"legacy_scorers: no command {name!a}; the commands are {', '.join(COMMANDS)}\n")
    return USAGE


if __name__ == "__main__":
    raise SystemExit(main())
