"""The command `kibitz`: play games, get advice, replay records, compare agents, write a game.

Exit codes: 0 success, 1 a check failed or a bug, 2 wrong usage, 130 interrupted.
"""

import os
import sys

INTERRUPTED = 130
try:
    import gc
    import signal
except KeyboardInterrupt:  # as early as that
    raise SystemExit(INTERRUPTED) from None


def main() -> None:
    """Runs the command line of this process and exits with its exit code.

    Ctrl-C ends the process at once while it starts or ends, where Python would print a traceback.
    In between, the command decides. If the process was started with Ctrl-C ignored, as a
    background job is, it stays ignored.
    """
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    # Imported here, because the imports take most of the time of a start. What they make stays, so
    # the garbage collector would only search it again and again.
    gc.disable()
    from kibitz.cli.process import run

    gc.freeze()
    gc.enable()
    try:
        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = INTERRUPTED
    if heard:
        signal.signal(signal.SIGINT, lambda *_: os._exit(code))
    # Python would collect garbage three times on exit, and search all modules each time.
    gc.collect()
    gc.freeze()
    sys.exit(code)
