"""The process of a server."""

import json
import subprocess
import sys

from kibitz.table.server import FULL_COLLECTION

SCRIPT = """\
import gc, json, os, signal
from kibitz.table import server
from kibitz.table.settings import Settings

def ready():
    print(json.dumps([gc.isenabled(), gc.get_freeze_count(), gc.get_threshold()]))
    os.kill(os.getpid(), signal.SIGTERM)

settings = Settings(store="sqlite://", workers=1)
server.run(settings, server.open_socket("127.0.0.1", 0), ready)
"""


def test_full_garbage_collections_are_rare_and_leave_modules_out() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    enabled, frozen, thresholds = json.loads(done.stdout)
    assert enabled
    assert frozen > 50_000, "modules are searched"
    assert thresholds[2] == FULL_COLLECTION
