"""Find a Chromium for the browser tests, or install one where that can be done: `python -m tests.chromium`.

Looks for CHROMIUM, then on PATH, then among playwright's own browsers. With --install: as root on a system with
apt-get it takes the distribution's package; otherwise it lets playwright download one, which needs no root.
Prints the path, or says what is missing and exits with 1.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

INSTALL_SECONDS = 900
# The shell draws the same pages with a third less of the machine.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
ADVICE = (
    "Chromium is missing, so the browser tests can't run. Install it (Debian: sudo apt-get install "
    "chromium-headless-shell; Ubuntu: chromium), or set CHROMIUM to the path of one."
)


def find() -> str | None:
    """Return the path of a Chromium, or None."""
    given = os.environ.get("CHROMIUM")
    if given:
        return shutil.which(given)
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright")
    return next((str(path) for path in sorted(cache.glob("chromium-*/chrome-linux*/chrome"))), None)


def install() -> None:
    """Try to install one; failing is no error here, `find` tells."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        # Not every distribution has the shell.
        commands = [["apt-get", "update", "-qq"], [*install, SHELL], [*install, "chromium"]]
    else:
        environment = dict(os.environ)
        commands = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    for command in commands:
        if find() is not None:
            return
        print("Installing Chromium:", " ".join(command), file=sys.stderr, flush=True)
        how: dict[str, Any] = {"env": environment, "stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
        try:
            done = subprocess.run(command, timeout=INSTALL_SECONDS, **how)
        except subprocess.TimeoutExpired:
            print(f"That took more than {INSTALL_SECONDS} seconds and was given up.", file=sys.stderr)
            continue
        if done.returncode:
            print(f"That failed: {(done.stdout + done.stderr)[-400:].strip()}", file=sys.stderr)


def main(arguments: list[str]) -> int:
    if find() is None and "--install" in arguments:
        install()
    found = find()
    print(found or ADVICE, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
