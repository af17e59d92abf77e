"""Imports run one way; the parts that run in a browser need numpy only; ``import kernelcourse`` is lazy."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import kernelcourse

PACKAGE = Path(kernelcourse.__file__).parent

# What each part may use directly; what those use, it may use too.
BUILDS_ON = {
    "points": [],
    "distances": ["points"],
    "witnesses": ["points"],
    "proofs_on_paper": ["language"],
    "validity": ["witnesses", "distances", "proofs_on_paper"],
    "kernels": ["validity"],
    "features": ["kernels"],
    "rkhs": ["features"],
    "fourier": ["rkhs"],
    "datasets": ["distances"],
    "scale": ["rkhs"],
    "learn": ["rkhs", "fourier", "datasets", "scale"],
    "language": ["points"],
    "derivation": ["validity", "language"],
    "court": ["derivation"],
    "scene": ["learn"],
    "figures": ["learn", "scale", "scene"],
    "bridge": ["court", "scene"],
    "explore": ["figures", "bridge"],
    "homework": ["derivation", "court", "learn", "figures"],
    "claims": ["explore", "homework"],
    "ledger": ["claims"],
    "reading": ["claims"],
    "new_course": [],
    "cli": ["ledger", "explore", "homework", "reading", "new_course"],
}
BROWSER = ["points", "proofs_on_paper", "validity", "language", "derivation", "court", "bridge"]
SCREEN = {"matplotlib", "ipywidgets", "anywidget", "IPython", "mpl_toolkits", "traitlets"}
KNOW_THE_SCREEN = {"figures", "explore"}
RUNTIME = {"numpy", "scipy"} | SCREEN | {"tqdm"}


def reachable(part: str) -> set[str]:
    """Everything that part may import: itself and all below it."""
    found, waiting = {part}, [part]
    while waiting:
        new = set(BUILDS_ON[waiting.pop()]) - found
        found |= new
        waiting += new
    return found


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def modules() -> list[Path]:
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "__init__.py"]


def imports(path: Path) -> list[str]:
    home = ["kernelcourse", *path.relative_to(PACKAGE).parts[:-1]]
    return imported(path.read_text(encoding="utf-8"), home)


def imported(source: str, home: list[str]) -> list[str]:
    """Absolute names of all modules that a source imports, wherever in it."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = [*home[: len(home) - node.level + 1]] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            names += [
                f"{origin}.{alias.name}" if origin == "kernelcourse" else origin for alias in node.names
            ]
    return names


def parts_used(names: list[str]) -> set[str]:
    """The parts of the package among these names; a name re-exported by the package counts for its home."""
    parts = set()
    for name in names:
        if name.startswith("kernelcourse."):
            part = name.split(".")[1]
            parts.add(kernelcourse._MODULE.get(part, part).split(".")[0])
    return parts - {"__version__"}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path):
    part = part_of(path)
    assert part in BUILDS_ON, f"say in BUILDS_ON what the new part {part!r} may import"
    forbidden = parts_used(imports(path)) - reachable(part)
    assert not forbidden, f"{part} may not import {sorted(forbidden)}: it may use {sorted(reachable(part))}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_outside_the_package_only_what_the_part_may_know(path):
    part = part_of(path)
    foreign = {name.split(".")[0] for name in imports(path)} - set(sys.stdlib_module_names) - {"kernelcourse"}
    brought = {"dask", "pyarrow"} if part == "scale" else set()  # imported where a reader brings such data
    known = RUNTIME | brought
    assert foreign <= known, f"not a dependency of the package: {sorted(foreign - known)}"
    if part not in KNOW_THE_SCREEN:
        assert not foreign & SCREEN, "only figures and explore draw"
    if part in BROWSER:
        assert foreign <= {"numpy"}, "this part also runs in the reader's browser, with numpy only"


def test_every_way_to_import_is_seen():
    source = (
        "from ..court import words\nimport scipy.linalg\nif 1:\n    from kernelcourse import judge, explore"
    )
    names = imported(source, ["kernelcourse", "kernels"])
    assert parts_used(names) == {"court", "validity", "explore"}
    assert "scipy.linalg" in names


def test_the_graph_of_parts_has_no_cycle():
    for part in BUILDS_ON:
        below = set().union(*(reachable(other) for other in BUILDS_ON[part]), set())
        assert part not in below, f"{part} builds on itself"


def loaded_after(statement: str) -> set[str]:
    """The modules in a fresh interpreter after a statement."""
    code = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("part", BROWSER)
def test_the_browser_parts_load_neither_scipy_nor_matplotlib(part):
    loaded = loaded_after(f"import kernelcourse.{part}")
    assert not loaded & {"scipy", "matplotlib", "ipywidgets", "IPython", "sympy", "sklearn"}


def test_importing_the_package_loads_nothing_else():
    loaded = loaded_after("import kernelcourse")
    assert not loaded & {"numpy", "scipy", "matplotlib", "ipywidgets", "kernelcourse.kernels"}


def test_every_lazy_name_is_there_and_is_the_one_of_its_home():
    for name, home in kernelcourse._MODULE.items():
        module = __import__(f"kernelcourse.{home}", fromlist=[name])
        assert getattr(kernelcourse, name) is getattr(module, name)
    assert set(kernelcourse.__all__) <= set(dir(kernelcourse))


def test_no_module_is_too_long_to_read_aloud():
    too_long = {
        str(path.relative_to(PACKAGE)): length
        for path in modules()
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > 300
    }
    assert not too_long
