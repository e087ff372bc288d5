"""A host for tests: starts a client and sends it the messages of a file, one for each command.

python scripted_host.py MESSAGES.jsonl -- COMMAND ...
"""

import subprocess
import sys
from pathlib import Path


def main() -> int:
    """Sends the messages and returns the exit code of the client."""
    script, dashes, *command = sys.argv[1:]
    assert dashes == "--", sys.argv
    client = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert client.stdin is not None
    assert client.stdout is not None
    assert client.stdout.readline() == "ready\n"
    for message in Path(script).read_text().splitlines():
        client.stdin.write(f"{message}\n")
        client.stdin.flush()
        if not client.stdout.readline():
            break
    client.stdin.close()
    return client.wait()


if __name__ == "__main__":
    sys.exit(main())
