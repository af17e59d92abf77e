"""Execute every notebook of chapters/ and store its outputs as normalised text.

What is kept: text/plain, and streams joined into one. What goes: HTML, images, timings, editor metadata. Cell
ids and execution counts are numbered anew, so a second run leaves no difference. Warnings are errors.

    python tools/run_notebooks.py                 every notebook
    python tools/run_notebooks.py chapters/a.ipynb …
    python tools/run_notebooks.py --check         write nothing; fail if a notebook would change
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError

from tools.strict_kernel import environment

ROOT = Path(__file__).resolve().parent.parent
KERNEL = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
KEPT_CELL_METADATA = {"tags", "mystnb", "editable", "slideshow"}


def text_only(output: dict, count: int) -> dict | None:
    """An output without what only a screen can show; None if nothing is left."""
    if output["output_type"] in ("execute_result", "display_data"):
        if "text/plain" not in output["data"]:
            return None
        output["data"] = {"text/plain": output["data"]["text/plain"]}
        output["metadata"] = {}
        if output["output_type"] == "execute_result":
            output["execution_count"] = count
    return output


def joined(outputs: list[dict]) -> list[dict]:
    """Consecutive pieces of one stream as one piece: how a kernel cuts them depends on its speed."""
    result: list[dict] = []
    for output in outputs:
        last = result[-1] if result else None
        if (
            last
            and output["output_type"] == last["output_type"] == "stream"
            and output["name"] == last["name"]
        ):
            last["text"] += output["text"]
        else:
            result.append(output)
    return result


def normalised(notebook) -> str:
    """The notebook as it is committed."""
    kept = {key: value for key, value in notebook.metadata.items() if key == "mystnb"}
    notebook.metadata = nbformat.from_dict({**KERNEL, **kept})
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    count = 0
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number:03d}"
        cell.metadata = nbformat.from_dict(
            {key: value for key, value in cell.metadata.items() if key in KEPT_CELL_METADATA}
        )
        cell.pop("attachments", None)
        if cell.cell_type == "code":
            count += 1
            cell.execution_count = count
            timed = "nbval-ignore-output" in cell.metadata.get(
                "tags", []
            )  # differs from run to run: not stored
            outputs = [] if timed else cell.outputs
            cell.outputs = joined(
                [kept for output in outputs if (kept := text_only(output, count)) is not None]
            )
    nbformat.validate(notebook)
    return nbformat.writes(notebook, indent=1).rstrip("\n") + "\n"


def run(path: Path) -> tuple[Path, str, str]:
    """Execute one notebook in its own kernel: its path, its normalised text, the error if any."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    )
    try:
        client.execute()
    except CellExecutionError as error:
        return path, "", str(error)
    except CellTimeoutError:
        return path, "", "a cell took longer than 60 s"
    return path, normalised(notebook), ""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("notebooks", nargs="*", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a notebook would change")
    parser.add_argument("--jobs", type=int, default=int(os.environ.get("JOBS", "2")))
    options = parser.parse_args()
    paths = options.notebooks or sorted((ROOT / "chapters").rglob("*.ipynb"))
    os.environ.update(environment())
    failed = changed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for path, text, error in pool.map(run, (path.resolve() for path in paths)):
            if error:
                failed += 1
                print(f"{path.name}: FAILED\n{error}", flush=True)
                continue
            differs = text != path.read_text(encoding="utf-8")
            changed += differs
            if differs and not options.check:
                path.write_text(text, encoding="utf-8")
            print(f"{path.name}: {'changed' if differs else 'unchanged'}", flush=True)
    print(f"{len(paths)} notebooks: {changed} changed, {failed} failed")
    return 1 if failed or (options.check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
