"""The class as the registry knows it: who there is, and every name by which a file may call somebody."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from kernelcourse.homework.classes.spreadsheet import from_csv
from kernelcourse.homework.files.file_names import alike, printable

# What the columns of the usual exports are called, for each thing that we want to know.
COLUMNS = {
    "file": ("file",),
    "id": ("student", "id number", "sis user id", "student id", "sid", "id", "matriculation", "orgdefinedid"),
    "name": ("name", "full name", "student name", "display name"),
    "first": ("first name", "firstname", "given name"),
    "last": ("last name", "lastname", "surname", "family name"),
    "email": ("email address", "email", "e-mail", "mail"),
    "login": ("login", "sis login id", "username", "user", "login id"),
    "canvas_id": ("canvas_id", "canvas id"),
    "section": ("section", "sections", "group"),
    "aliases": ("aliases", "alias", "also"),
    "handed_in": ("handed_in", "handed in", "submitted", "submission time", "last modified (submission)"),
    "identifier": ("identifier",),
}


@dataclass(frozen=True)
class Person:
    """One row of the roster."""

    id: str
    name: str = ""
    email: str = ""
    login: str = ""
    canvas_id: str = ""
    sis_id: str = ""
    section: str = ""
    aliases: tuple[str, ...] = ()
    file: str = ""
    handed_in: str = ""
    identifier: str = ""  # Moodle's grading worksheet: Participant 48213

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that a file or a notebook may call this student."""
        mail = self.email.partition("@")[0]
        found = (self.id, self.login, self.email, mail, self.name, self.canvas_id, self.sis_id, *self.aliases)
        found += (
            self.identifier,
            self.identifier.rpartition(" ")[2],
        )  # the number stands in the names of files too
        return tuple(dict.fromkeys(name for name in found if name.strip()))


@dataclass(frozen=True)
class Roster:
    """The people of a class; `find` knows whom a name means, or that it means several or nobody."""

    people: tuple[Person, ...] = ()
    index: dict[str, frozenset[str]] = field(default_factory=dict)

    def find(self, names: Iterable[str]) -> Person | None:
        """The one person whom the first telling name means; None if none of them means exactly one."""
        for reading in (alike, loose):
            for name in names:
                found = self.index.get(reading(name), frozenset())
                if len(found) == 1 and reading(name):
                    (wanted,) = found
                    return next(person for person in self.people if person.id == wanted)
        return None

    def by_file(self, path: Path) -> Person | None:
        """The row that names this very file."""
        told = {path.name, f"{path.parent.name}/{path.name}"}
        return next((person for person in self.people if person.file and person.file in told), None)


def loose(name: str) -> str:
    """Letters and digits only, accents off, in any order of first and last name: 'Müller, Jörg' is 'Jorg Muller'."""
    text = unicodedata.normalize("NFKC", printable(name)).casefold().replace("ß", "ss")
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(sorted(re.findall(r"\w+", plain.replace("_", " "))))


def glued(person: Person) -> list[str]:
    """Canvas glues last and first name together: 'mullerjorg'."""
    bare = "".join(
        c for c in unicodedata.normalize("NFKD", person.name.casefold()) if not unicodedata.combining(c)
    )
    plain = re.findall(r"\w+", bare)
    umlauts = person.name.casefold()
    for letter, pair in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        umlauts = umlauts.replace(letter, pair)
    german = re.findall(r"\w+", umlauts)
    raw = re.findall(r"\w+", person.name.casefold())
    found = []
    for some in (plain, german, raw):
        found += ["".join(some), "".join(some[1:] + some[:1]), "".join(some[-1:] + some[:-1])]
    return found


def roster_of(people: Iterable[Person]) -> Roster:
    """The roster with its index; a name that two people share means neither."""
    everybody = tuple(people)
    index: dict[str, set[str]] = {}
    for person in everybody:
        for name in person.names:
            for key in {alike(name), loose(name)} - {""}:
                index.setdefault(key, set()).add(person.id)
        for key in glued(person):
            index.setdefault(key, set()).add(person.id)
    return Roster(everybody, {key: frozenset(ids) for key, ids in index.items()})


def read_roster(path: Path | None) -> Roster:
    """A CSV file with a heading: the course's own columns, or an export of Canvas, Moodle or Blackboard as it is."""
    if path is None:
        return Roster()
    rows = from_csv(path, "roster")
    if not rows:
        raise ValueError(f"roster: {path} is empty; its first line should name the columns")
    head = [part.strip().strip('"').casefold() for part in rows[0]]
    told = ("id", "email", "login", "identifier")
    if not {"student", "name", *(word for what in told for word in COLUMNS[what])} & set(head):
        raise ValueError(
            f"roster: {path} should have a column that tells students apart: student, id, email or login"
        )
    canvas = "sis login id" in head  # there "student" is a name and "id" Canvas' own number
    people = [person for row in rows[1:] if (person := _person(dict(zip(head, row, strict=False)), canvas))]
    twice = {
        person.id for person in people if sum(one.id == person.id for one in people) > 1 and not person.file
    }
    if twice:
        raise ValueError(
            f"roster: {path} names {sorted(twice)[0]!r} in two rows; every student needs a row of their own"
        )
    return roster_of(people)


def time_of(text: str) -> datetime:
    """2026-03-04 23:59, with or without a zone, or as Moodle writes it: Wednesday, 4 March 2026, 11:59 PM.

    ValueError if it is neither.
    """
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        day = text.partition(",")[2].strip()
        form = "%d %B %Y, %I:%M %p" if day[-1:] in "Mm" else "%d %B %Y, %H:%M"
        return datetime.strptime(day, form)


def _person(row: dict[str, str], canvas: bool) -> Person | None:
    def find(what: str) -> str:
        return next((row[name].strip() for name in COLUMNS[what] if row.get(name, "").strip()), "")

    name = find("name") or " ".join(part for part in (find("first"), find("last")) if part)
    ident, canvas_id, sis = (
        find("id"),
        find("canvas_id"),
        row.get("sis user id", row.get("sis_id", "")).strip(),
    )
    if canvas:
        name, canvas_id = row.get("student", "").strip(), row.get("id", "").strip()
        ident = find("login") or sis or canvas_id
        if not canvas_id and not find("login") and not sis:  # the line of the points possible
            return None
    ident = ident or find("login") or find("email") or find("identifier") or name
    if not ident:
        return None
    aliases = tuple(part.strip() for part in re.split(r"[;|]", find("aliases")) if part.strip())
    if row.get("id", "").strip() not in ("", ident, canvas_id):
        aliases = (*aliases, row["id"].strip())
    return Person(
        ident,
        name,
        find("email"),
        find("login"),
        canvas_id,
        sis,
        find("section"),
        aliases,
        find("file"),
        find("handed_in").strip("-"),
        find("identifier"),
    )
