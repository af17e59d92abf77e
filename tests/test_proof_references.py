"""What a proof cites stands in the bibliography: a link in HTML from every page, a key for BibTeX in LaTeX."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from kernelcourse import proofs_on_paper
from kernelcourse.court import court
from kernelcourse.court.verifier.axioms import REFERENCES
from kernelcourse.reading.citations import works

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "_ext"))

import proof_references  # noqa: E402

KEYS = {"id17": "schoenberg1938", "id18": "berg1984", "id19": "aronszajn1950"}
BIBLIOGRAPHY = "".join(
    f'<div class="citation" id="{id}">\n<span class="label">[5]</span></div>' for id in KEYS
)


def proof():
    return court("exp(-abs(x - z)**1.5)").certificate


def test_every_theorem_of_the_verifier_has_an_entry():
    known = works(ROOT / "chapters" / "references.bib")
    assert {key for _, key in REFERENCES.values()} <= set(known)


def test_latex_cites_by_keys_of_the_bibliography():
    keys = re.findall(r"\\cite\{([^}]*)\}", proof().to_latex())
    assert keys and set(keys) <= set(works(ROOT / "chapters" / "references.bib"))


@pytest.mark.parametrize(
    ("page", "way"),
    [("chapters/mercer/building.html", "../bibliography.html"), ("chapters/mds.html", "bibliography.html")],
)
def test_a_proof_on_a_page_links_to_an_anchor_that_is_there(page, way, tmp_path):
    pages = {
        tmp_path / page: proof()._repr_html_(),
        tmp_path / proof_references.BIBLIOGRAPHY: BIBLIOGRAPHY,
    }
    listed = [SimpleNamespace(citation_id=id, key=key) for id, key in KEYS.items()]
    domain = SimpleNamespace(citations=listed)
    app = SimpleNamespace(outdir=tmp_path, env=SimpleNamespace(get_domain=lambda name: domain))
    proof_references.finish(app, pages)
    assert f'href="{way}#schoenberg1938">Schoenberg 1938</a>' in pages[tmp_path / page]
    assert 'id="schoenberg1938"' in pages[tmp_path / proof_references.BIBLIOGRAPHY]


def test_a_work_that_is_not_listed_stops_the_build():
    with pytest.raises(ValueError, match="schoenberg1938"):
        proof_references.linked(proof()._repr_html_(), "bibliography.html", set())


def test_a_published_book_is_linked_from_a_notebook(tmp_path, monkeypatch):
    (tmp_path / "_config.yml").write_text('    book_site: "https://example.org/course/"\n', encoding="utf-8")
    monkeypatch.setattr(proofs_on_paper, "__file__", str(tmp_path / "kernelcourse" / "proofs_on_paper.py"))
    proofs_on_paper._site.cache_clear()
    page = proof()._repr_html_()
    proofs_on_paper._site.cache_clear()
    assert 'href="https://example.org/course/chapters/bibliography.html#schoenberg1938"' in page
