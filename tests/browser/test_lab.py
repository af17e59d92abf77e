"""The same exhibit in JupyterLab, with a kernel of this Python: the points follow the hand."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kernelcourse.homework.authoring.master import notebook_json
from tests.browser.test_lite import drag
from tools.lite.hands import Notebook

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a JupyterLab that serves one notebook."""
    (tmp_path / "work").mkdir()
    cell = "from kernelcourse import explore\nexplore.ridge()"
    (tmp_path / "work" / "exhibit.ipynb").write_text(notebook_json([("code", cell)], {}), encoding="utf-8")
    apart = {name: str(tmp_path / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"]
    command += ["--ServerApp.port_retries=50", "--IdentityProvider.token=", "--ServerApp.root_dir=work"]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.news_url="]
    env = {**os.environ, **apart, "PYTHONPATH": str(ROOT)}
    server = subprocess.Popen(
        command, cwd=tmp_path, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        said, address = [], None
        for line in server.stderr:  # type: ignore[union-attr]
            said.append(line)
            if address := re.search(r"http://127\.0\.0\.1:\d+(?=/lab)", line):
                break
        assert address, "".join(said)
        threading.Thread(target=server.stderr.read, daemon=True).start()  # type: ignore[union-attr]
        yield address[0]
    finally:
        os.killpg(server.pid, signal.SIGKILL)  # asked politely, Lab and its kernel once stayed for ever
        server.wait()
        server.stderr.close()  # type: ignore[union-attr]


def test_a_point_is_dragged_in_jupyterlab(watch, lab):
    watched = watch(width=1200)
    watched.page.goto(f"{lab}/lab/tree/exhibit.ipynb?reset")
    notebook = Notebook(watched.page)
    notebook.run(0)
    drag(watched.page, notebook.cells.nth(0))
    assert not watched.strangers(lab)
