"""The command `kibitz`: play games, get advice, replay records, compare agents, write a game.

Exit codes: 0 success, 1 a check failed or a bug, 2 wrong usage, 130 interrupted.
"""

import sys

INTERRUPTED = 130


def main() -> None:
    """Runs the command line of this process and exits with its exit code."""
    try:
        # Imported here, so that this handler also catches an early Ctrl-C.
        from kibitz.cli.running import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
