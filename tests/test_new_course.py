"""A course of one's own: picked chapters first, the rest as background, own pages and colours, and no solutions."""

from __future__ import annotations

import tomllib

import pytest
import yaml

from kernelcourse.cli import main
from kernelcourse.homework.classes.course import read_course
from kernelcourse.new_course import REPOSITORY, Wishes, arranged, make_course, read_parts

CONTENTS = (REPOSITORY / "_toc.yml").read_text(encoding="utf-8")


def files_of(table: dict) -> list[str]:
    return [chapter["file"] for part in table["parts"] for chapter in part["chapters"]]


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    target = tmp_path_factory.mktemp("courses") / "kernels in spring"
    logo = tmp_path_factory.mktemp("logo") / "Sign.SVG"
    logo.write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    make_course(target, Wishes('Kernels: a "spring" course', "Ana Müller", ("ridge", "kernel_trick"), logo))
    return target


def test_picked_topics_come_first_and_no_page_is_lost(course):
    table = yaml.safe_load((course / "_toc.yml").read_text(encoding="utf-8"))
    captions = [part["caption"] for part in table["parts"]]
    assert captions[:3] == ["This course", "Ridge regression", "The kernel trick"]
    assert "Background · Similarity" in captions
    assert sorted(files_of(table)) == sorted([*files_of(yaml.safe_load(CONTENTS)), "chapters/own/welcome"])
    assert all(list(course.glob(f"{file}.*")) for file in files_of(table))


def test_title_author_logo_and_style_are_the_instructors(course):
    config = yaml.safe_load((course / "_config.yml").read_text(encoding="utf-8"))
    assert (config["title"], config["author"]) == ('Kernels: a "spring" course', "Ana Müller")
    assert (course / config["logo"]).read_text(encoding="utf-8").startswith("<svg")
    assert config["sphinx"]["config"]["html_css_files"][-1] == "branding.css"
    assert (
        (course / "chapters/own/welcome.md")
        .read_text(encoding="utf-8")
        .startswith('# Kernels: a "spring" course')
    )


def test_no_solution_leaves_the_house(course):
    assert not list(course.rglob("hidden.py"))
    assert not list(course.rglob("master.ipynb"))
    assert not list(course.rglob("bank*.py"))


def test_solutions_are_copied_on_request(tmp_path):
    make_course(tmp_path / "private", Wishes("T", "A", with_solutions=True))
    assert (tmp_path / "private/homework/ridge/master.ipynb").is_file()


def test_the_course_file_can_be_read_by_the_grader(course):
    assert tomllib.loads((course / "course.toml").read_text(encoding="utf-8"))["policy"]["late_days"] == 2
    assert read_course(course / "course.toml").policy.latest == 7


def test_without_a_choice_the_book_keeps_its_order():
    parts = read_parts(CONTENTS)
    assert arranged(parts, ())[1:] == parts


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--chapters", "ridge,cooking"], "there is no 'cooking'"),
        (["--chapters", "ridge,ridge"], "named 2 times"),
        (["--title", " "], "must not be empty"),
        (["--logo", "nowhere.svg"], "logo must be"),
    ],
)
def test_a_wrong_wish_is_named_and_nothing_is_written(tmp_path, capsys, arguments, complaint):
    assert main(["new-course", str(tmp_path / "new"), *arguments]) == 64
    assert complaint in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["new-course", str(tmp_path)]) == 64
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
