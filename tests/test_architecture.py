"""Imports run one way; the parts that run in a browser need numpy only; ``import kernelcourse`` is lazy."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import kernelcourse

PACKAGE = Path(kernelcourse.__file__).parent

# What each part imports, no more and no less: a new edge is a decision, and a lost one is struck out.
USES = {
    "points": [],
    "language": [],
    "distances": ["points"],
    "witnesses": ["points"],
    "proofs_on_paper": ["language"],
    "validity": ["proofs_on_paper", "witnesses"],
    "kernels": ["distances", "points", "validity", "witnesses"],
    "laws": ["kernels", "points"],
    "features": ["points"],
    "rkhs": ["kernels", "points"],
    "fourier": ["kernels", "points"],
    "datasets": ["distances", "points"],
    "scale": ["kernels", "points", "rkhs", "validity"],
    "learn": ["datasets", "kernels", "points", "rkhs", "scale"],
    "derivation": ["language"],
    "court": ["language", "validity"],
    "scene": ["datasets", "kernels", "learn", "rkhs"],
    "figures": ["distances", "kernels", "rkhs", "scene"],
    "bridge": ["court", "derivation", "language", "scene"],
    "explore": [
        "bridge", "court", "datasets", "derivation", "distances", "features", "figures", "fourier", "kernels",
        "language", "learn", "rkhs", "scale", "scene", "validity",
    ],
    "homework": ["court", "derivation", "figures", "language"],
    "claims": [
        "court", "datasets", "distances", "features", "fourier", "kernels", "learn", "points", "rkhs", "scale",
        "validity",
    ],
    "ledger": ["claims"],
    "reading": ["claims", "explore", "figures"],
    "new_course": [],
    "cli": ["court", "derivation", "homework", "new_course", "reading"],
    "__main__": ["cli"],
}  # fmt: skip
BROWSER = ["points", "proofs_on_paper", "validity", "language", "derivation", "court", "bridge"]
SCREEN = {"matplotlib", "ipywidgets", "anywidget", "IPython", "mpl_toolkits", "traitlets"}
KNOW_THE_SCREEN = {"figures", "explore"}
BROUGHT = {  # imported where a reader brings such data, names a Dask scheduler, or converts a notebook
    "scale": {"dask", "pyarrow"},
    "homework": {"distributed"},
    "reading": {"nbconvert", "nbformat", "mistune", "latex2mathml"},
}
RUNTIME = {"numpy", "scipy"} | SCREEN | {"tqdm"}


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


def test_each_part_uses_what_is_written_down():
    used: dict[str, set[str]] = {part: set() for part in USES}
    for path in modules():
        part = part_of(path)
        assert part in used, f"say in USES what the new part {part!r} imports"
        surprising = parts_used(imports(path)) - {part, *USES[part]}
        assert not surprising, f"{path.relative_to(PACKAGE)} imports {sorted(surprising)}"
        used[part] |= parts_used(imports(path)) - {part}
    assert {part: sorted(edges) for part, edges in used.items()} == USES


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_outside_the_package_only_what_the_part_may_know(path):
    part = part_of(path)
    foreign = {name.split(".")[0] for name in imports(path)} - set(sys.stdlib_module_names) - {"kernelcourse"}
    brought = BROUGHT.get(part, set())
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


def test_imports_run_one_way():
    TopologicalSorter(USES).prepare()  # raises at a circle


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
