"""What Pyodide imports as it starts and no table needs: its event loop with asyncio and all that brings, and its loader
of packages. In the archive stand these few lines instead; half of the start's imports, and a quarter of the library,
are spared.
"""

from __future__ import annotations

ASYNCIO = """
def get_event_loop():
    raise RuntimeError("nothing waits here")
"""

EVENT_LOOP = """
def _initialize_event_loop():
    pass
"""

PACKAGE_LOADER = """
class Place:
    def __init__(self, path):
        self.path = path

    def __str__(self):
        return self.path

SITE_PACKAGES, DSO_DIR = Place("/lib/python3.14/site-packages"), Place("/usr/lib")

def init_loaded_packages():
    pass
"""

# By the name of the file.
INSTEAD = {
    "asyncio/__init__.py": ASYNCIO,
    "pyodide/webloop.py": EVENT_LOOP,
    "pyodide/_package_loader.py": PACKAGE_LOADER,
}
