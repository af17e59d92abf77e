"""MyST ↦ HTML, as far as the book uses it: boxes, folds, formulas, references.

:::{prf:theorem} Push-through identity        a box with its number
:label: thm-push-through
…
:::
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from kernelcourse.reading.formulas import mathml

OPENING = re.compile(r"^(?P<fence>:{3,})\{(?P<name>[\w:-]+)\}[ \t]*(?P<title>.*?)[ \t]*$")
OPTION = re.compile(r"^:(?P<key>[\w-]+):[ \t]*(?P<value>.*?)[ \t]*$")
PIECE = re.compile(  # what Markdown must not touch; code comes first, because dollars in code are dollars
    r"(?P<code>(?s:^```.*?^```)|(?<![`}])`[^`\n]+`)"
    r"|(?s:(?<!\\)\$\$(?P<display>.+?)\$\$)(?:[ \t]*\((?P<label>[\w:.-]+)\))?"
    r"|(?<![\\$])\$(?P<inline>(?:\\.|[^$\\])+)\$"
    r"|\{(?P<role>[\w:]+)\}`(?:(?P<words>[^`<]+?)[ \t]*<)?(?P<target>[^`<>]+)>?`",
    re.MULTILINE,
)
KEPT = re.compile("\ue000(\\d+)\ue001")
FOLDED = {"dropdown"}
SILENT = {"index"}  # an entry of the book's index: nothing to see


@dataclass(frozen=True)
class Block:
    """A directive with its title, options and body, or plain Markdown (name "")."""

    name: str
    title: str
    options: Mapping[str, str]
    body: str

    @property
    def folded(self) -> bool:
        return self.name in FOLDED or "dropdown" in self.options.get("class", "").split()


def blocks(text: str) -> Iterator[Block]:
    """The pieces of a text in their order; what stands inside a directive stays in its body."""
    plain: list[str] = []
    lines = iter(text.splitlines())
    for line in lines:
        opening = OPENING.match(line)
        if opening is None:
            plain.append(line)
            continue
        yield Block("", "", {}, "\n".join(plain))
        plain, inside = [], []
        for line in lines:
            if re.fullmatch(rf":{{{len(opening['fence'])},}}[ \t]*", line):
                break
            inside.append(line)
        options = {}
        while inside and (option := OPTION.match(inside[0])):
            options[option["key"]] = option["value"]
            inside.pop(0)
        yield Block(opening["name"], opening["title"], options, "\n".join(inside))
    yield Block("", "", {}, "\n".join(plain))


@dataclass
class Writer:
    """Writes the cells of one page in their order; `names` says what a label is called: "Theorem 15.3", "(15.2)"."""

    names: Mapping[str, str]
    headings: Counter[str] = field(default_factory=Counter)

    def html(self, text: str) -> str:
        return "".join(self.block(block) for block in blocks(text))

    def block(self, block: Block) -> str:
        if block.name in SILENT or not (block.name or block.body.strip()):
            return ""
        if not block.name:
            return self.markdown(block.body)
        label = block.options.get("label", "")
        anchor = f' id="{escape(label)}"' if label else ""
        kind = block.name.removeprefix("prf:")
        classes = f"kc-box kc-{kind} {block.options.get('class', '')}".strip()
        head, body = self.head(block, kind, label), self.html(block.body)
        if block.folded:
            return f'<details class="{classes}"{anchor}><summary>{head}</summary>{body}</details>'
        return f'<section class="{classes}"{anchor}><p class="kc-head">{head}</p>{body}</section>'

    def head(self, block: Block, kind: str, label: str) -> str:
        title = self.phrase(block.title)
        if kind in ("admonition", "dropdown"):
            return f"<b>{title or 'More'}</b>"
        name = self.names.get(label, kind.capitalize())
        return f"<b>{escape(name)}</b>" + (f" ({title})" if title else "")

    def phrase(self, text: str) -> str:
        return re.sub(r"^<p>|</p>$", "", self.markdown(text).strip())

    def markdown(self, text: str) -> str:
        """Plain Markdown; formulas and references are set aside while it is read."""
        import mistune

        kept: list[str] = []

        def aside(found: re.Match[str]) -> str:
            if found["code"] is not None:
                return found[0]
            kept.append(self.piece(found))
            return f"\ue000{len(kept) - 1}\ue001"

        read = mistune.create_markdown(escape=False, plugins=["table", "strikethrough", "def_list", "url"])
        html = str(read(PIECE.sub(aside, text)))
        html = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda found: self.heading(found, kept), html)
        return KEPT.sub(lambda found: kept[int(found[1])], html)

    def heading(self, found: re.Match[str], kept: list[str]) -> str:
        words = re.sub(r"<[^>]+>", "", KEPT.sub(lambda one: kept[int(one[1])], found[2]))
        anchor = "-".join(re.findall(r"\w+", words.lower()))
        self.headings[anchor] += 1
        if self.headings[anchor] > 1:
            anchor += f"-{self.headings[anchor]}"
        return f'<h{found[1]} id="{anchor}">{found[2]}</h{found[1]}>'

    def piece(self, found: re.Match[str]) -> str:
        if found["display"] is not None:
            label = found["label"] or ""
            number = f'<span class="kc-number">{escape(self.names.get(label, ""))}</span>' if label else ""
            anchor = f' id="{escape(label)}"' if label else ""
            return f'<span class="kc-formula"{anchor}>{mathml(found["display"], display=True)}{number}</span>'
        if found["inline"] is not None:
            return mathml(found["inline"])
        words = escape(found["words"] or self.names.get(found["target"], found["target"]))
        return f'<a href="#{escape(found["target"])}">{words}</a>' if found["target"] in self.names else words
