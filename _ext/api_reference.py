"""The directive ``{api}``: every public name of a package, with its docstring as plain text.

The package's docstrings are formulas in Unicode, not markup. So they are shown as written: bars and stars keep their
mathematical meaning, x_d and e^{ilx} are set as on the pages, and an indented or tabulated passage keeps its layout.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from types import ModuleType

from docutils import nodes
from docutils.parsers.rst import Parser
from docutils.utils import new_document
from small_letters import SMALL, curled, small_letter
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from verified import folded

from kernelcourse.language.in_text import whole_formulas

# The order in which one part builds on another; parts not named here come after, by name.
ORDER = ["points", "distances", "witnesses", "validity", "kernels", "features", "rkhs", "learn"]
ORDER += ["derivation", "court", "datasets", "figures", "explore", "homework", "claims"]
HIDDEN = {"cli", "__main__"}

LITERAL = re.compile(r"(``[^`]+``|`[^`]+`)")


def public_names(module: ModuleType) -> list[str]:
    """What the module says is public; otherwise the functions and classes it defines, in order."""
    if hasattr(module, "__all__"):
        return [name for name in module.__all__ if not inspect.ismodule(getattr(module, name))]
    own = [
        (inspect.getsourcelines(value)[1], name)
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isfunction(value) or inspect.isclass(value))
        and value.__module__ == module.__name__
    ]
    return [name for _, name in sorted(own)]


def escaped(text: str) -> str:
    return re.sub(r"([^\w\s]|_)", r"\\\1", text, flags=re.ASCII)


def formulas(text: str) -> str:
    """Plain text with every character that markup could claim escaped, indices below and exponents above the line."""
    text, made, at = whole_formulas(curled(text)), "", 0
    for found in SMALL.finditer(text):
        place, inside = small_letter(found)
        made += f"{escaped(text[at : found.start()])}\\ :{place}:`{escaped(inside)}`\\ "
        at = found.end()
    return made + escaped(text[at:])


def as_written(text: str) -> str:
    """One line of plain text without markup; `code` stays code."""
    parts = LITERAL.split(text)
    code = [f"``{part.strip('`')}``" for part in parts[1::2]]
    spaced = [f"\\ {piece}\\ " for piece in code] + [""]
    return "".join(formulas(a) + b for a, b in zip(parts[::2], spaced, strict=True)).removesuffix("\\ ")


def paragraphs(lines: list[str]) -> list[list[str]]:
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def has_layout(block: list[str]) -> bool:
    """Whether line breaks or columns mean something here: an example, a list, a table, a tree."""
    return any(line.startswith((" ", "- ", ">>>")) or re.search(r"\S {2,}\S", line) for line in block)


def show_as_written(app, what, name, value, options, lines: list[str]) -> None:
    shown: list[str] = []
    for block in paragraphs(lines):
        if has_layout(block) and not (block is lines and len(block) == 1):
            shown += [".. code-block:: text", "", *("   " + line for line in block), ""]
        else:
            shown += [*(as_written(line.strip()) for line in block), ""]
    lines[:] = shown


def sign_as_written(app, what, name, value, options, signature, result) -> tuple[str, str] | None:
    """The signature as its author wrote it: ``X: ArrayLike``, not what ArrayLike stands for."""
    if what not in ("function", "method", "class"):
        return None
    if inspect.isclass(value) and (issubclass(value, enum.Enum) or getattr(value, "_is_protocol", False)):
        return "", ""  # nobody calls these: what stands there is Python's own machinery
    try:
        written = inspect.signature(value)
    except (TypeError, ValueError):
        return None
    parameters = [
        entry.replace(annotation=annotated(entry.annotation), default=named(entry.default))
        for entry in written.parameters.values()
        if entry.name not in ("self", "cls")
    ]
    returns = "" if what == "class" else as_text(written.return_annotation)
    return str(written.replace(parameters=parameters, return_annotation=written.empty)), returns


def annotated(annotation):
    return annotation if annotation is inspect.Signature.empty else AsWritten(as_text(annotation))


def named(default):
    """A default value: a function, a class or one of an enumeration by its name, not by where it lies in memory; what
    was made, and a place on the machine that built the book, as dots."""
    if default is inspect.Signature.empty:
        return default
    if isinstance(default, enum.Enum):
        return AsWritten(f"{type(default).__name__}.{default.name}")
    if inspect.isroutine(default) or inspect.isclass(default):
        return AsWritten(default.__name__.replace("<lambda>", "..."))
    return AsWritten("...") if isinstance(default, Path) or repr(default) == "<factory>" else default


def borrowed(app, what, name, value, skip, options) -> bool | None:
    """A class of Python's that only is the default of a field: the signature names it."""
    return True if inspect.isclass(value) and not value.__module__.startswith("kernelcourse") else None


def as_text(annotation) -> str:
    """An annotation as text, without the modules in which its names live."""
    if annotation is inspect.Signature.empty:
        return ""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(kernelcourse|collections|numpy)(\.\w+)*\.(?=\w)", "", text)


class AsWritten(str):
    """An annotation that prints without the quotes that inspect would put around it."""

    def __repr__(self) -> str:
        return str(self)


def modules_of(package: str) -> list[ModuleType]:
    """The public parts of a package, in reading order; a part without ``__all__`` is opened up."""
    path = importlib.import_module(package).__path__
    names = [
        part.name for part in pkgutil.iter_modules(path) if part.name[0] != "_" and part.name not in HIDDEN
    ]
    names.sort(key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    found: list[ModuleType] = []
    for name in names:
        module = importlib.import_module(f"{package}.{name}")
        if hasattr(module, "__path__") and not getattr(module, "__all__", None):
            found += modules_of(module.__name__)
        elif public_names(module):
            found.append(module)
    return found


def listed(names: list[str]) -> str:
    """What a module has, as the line that opens it."""
    return f"{len(names)} name{'s' * (len(names) != 1)}: <code>{'</code>, <code>'.join(names)}</code>"


class Api(SphinxDirective):
    """The package to show; a section for each of its modules."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        sections: list[nodes.Node] = []
        self.shown: set[int] = set()
        for module in modules_of(self.arguments[0]):
            name = module.__name__
            self.env.note_dependency(str(module.__file__))
            section = nodes.section(ids=[nodes.make_id(name)], names=[nodes.fully_normalize_name(name)])
            section += nodes.title("", "", nodes.literal(text=name))
            self.state.document.note_explicit_target(section)
            about = paragraphs(inspect.cleandoc(module.__doc__ or "").splitlines())
            for block in about[:1]:
                section += self.parse([as_written(" ".join(block))])
            self.add_members(section, module)
            sections.append(section)
        return sections

    def add_members(self, section: nodes.section, module: ModuleType) -> None:
        rst: list[str] = [f".. py:module:: {module.__name__}", ""]
        names: list[str] = []
        for name in public_names(module):
            value = getattr(module, name)
            if id(value) in self.shown:  # re-exported: it stands where it was listed first
                continue
            self.shown.add(id(value))
            if inspect.isclass(value) or (callable(value) and inspect.getdoc(value)):
                names.append(name)
            if inspect.isclass(value):
                rst += [f".. autoclass:: {module.__name__}.{name}", "   :members:", ""]
            elif callable(value) and inspect.getdoc(value):
                rst += [f".. autofunction:: {module.__name__}.{name}", ""]
        if names:
            section += folded(listed(names), self.parse(rst), "kc-register")

    def parse(self, rst: list[str]) -> list[nodes.Node]:
        """Pages are written in MyST, autodoc writes reStructuredText: parse with the latter."""
        document = new_document(self.env.doc2path(self.env.docname), self.state.document.settings)
        document.reporter = self.state.document.reporter
        Parser().parse("\n".join(rst), document)
        for entry in document.findall(addnodes.index):  # the general index is one of terms
            entry["entries"] = []
        return document.children


def setup(app):
    app.add_directive("api", Api)
    app.connect("autodoc-process-docstring", show_as_written)
    app.connect("autodoc-process-signature", sign_as_written)
    app.connect("autodoc-skip-member", borrowed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
