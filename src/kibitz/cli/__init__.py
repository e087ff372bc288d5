"""The command `kibitz`: play games, ask for advice, replay records, start a game of your own.

Exit codes: 0 fine, 1 a check failed, 2 wrong use, 130 interrupted.
"""

import sys

INTERRUPTED = 130


def main() -> None:
    """Runs the command line of this process and leaves with its exit code."""
    try:
        # Imported here, so that an early Ctrl-C is met by this handler, too.
        from kibitz.cli.running import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)
