"""`make slides`: every lecture into _build/html/slides, a list of them, and a PDF of each.

python -m tools.slides                    every topic
python -m tools.slides ridge --no-pdf     one of them, without paper
"""

from __future__ import annotations

import argparse
import sys
import time

from tools.reading_time import ROOT
from tools.slides.deck import write, write_assets, write_list
from tools.slides.outline import outlines
from tools.slides.pieces import HTML


def main() -> int:
    known = {outline.topic: outline for outline in outlines()}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=f"any of {', '.join(known)}")
    parser.add_argument("--no-pdf", action="store_true", help="pages only")
    options = parser.parse_args()
    if strange := [topic for topic in options.topics if topic not in known]:
        parser.error(f"no lecture {strange[0]!r}: there are {', '.join(known)}")
    begin = time.perf_counter()
    folder = HTML / "slides"
    chosen = [known[topic] for topic in options.topics or known]
    write_assets(folder / "reveal", ROOT / "_build" / ".reveal")
    for outline in chosen:
        count = len(write(outline, folder))
        print(f"{count:3} slides  {outline.title}", flush=True)
    if not options.no_pdf:
        from tools.slides.paper import print_decks

        print_decks([folder / f"{outline.topic}.html" for outline in chosen])
    write_list(list(known.values()), folder)
    print(f"The lectures are in {folder.relative_to(ROOT)} ({time.perf_counter() - begin:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
