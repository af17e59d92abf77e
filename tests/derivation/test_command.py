"""kernelcourse derive: a verdict for each line, the promised JSON, the promised exit codes."""

import io
import json

import pytest

from kernelcourse.cli import main

RIDGE = """
title = "From the ridge objective to the dual weights"
sources = ["000", "001", "003"]
[given]
X = "matrix(n, d)"
y = "vector(n)"
alpha = "vector(n)"
lam = "positive"
[define]
K = "X @ X.T"
[[line]]
is = "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha"
[[line]]
is = "y @ y - 2 * y @ K @ alpha + alpha @ K @ K @ alpha + lam * alpha @ K @ alpha"
by = "expand the square"
[[line]]
gradient = "alpha"
is = "2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha"
[[line]]
equation = ["(K + lam * I(n)) @ K @ alpha", "K @ y"]
unknown = "alpha"
relation = "iff"
[[line]]
equation = ["(K + lam * I(n)) @ alpha", "y"]
unknown = "alpha"
relation = "implied by"
"""


@pytest.fixture
def run(tmp_path, capsys):
    def run(text, *options):
        path = tmp_path / "derivation.toml"
        path.write_text(text, encoding="utf-8")
        code = main(["derive", *options, str(path)])
        return code, capsys.readouterr()

    return run


def test_all_hold(run):
    code, out = run(RIDGE)
    assert code == 0 and out.out.count("✓") == 5 and "every line is proved" in out.out and not out.err


def test_json(run):
    code, out = run(RIDGE, "--json")
    found = json.loads(out.out)
    assert code == 0 and found["first_wrong"] is None and len(found["lines"]) == 5
    for line in found["lines"]:
        assert line["accepted"] and line["why"] and "relation" in line and "witness" in line
    assert found["lines"][3]["relation"] == "iff" and found["lines"][4]["relation"] == "implied by"


def test_a_wrong_line(run):
    code, out = run(RIDGE.replace("+ 2 * lam * K @ alpha", "+ lam * K @ alpha"), "--json")
    found = json.loads(out.out)
    assert code == 1 and found["first_wrong"] == 2
    line = found["lines"][2]
    assert line["verdict"] == "refuted" and line["witness"]["values"]["n"] == 1
    assert line["misconception"] == "lambda-scale" and line["hint"]


def test_cancelling_a_singular_matrix(run):
    code, out = run(RIDGE.replace('"implied by"', '"iff"'), "--json")
    line = json.loads(out.out)["lines"][4]
    assert code == 1 and line["relation"] == "implied by" and "⇐ only" in line["why"]
    code, out = run(RIDGE.replace('relation = "implied by"', ""), "--json")
    assert code == 1, "an omitted relation means iff"


def test_undecided(run):
    code, out = run(
        'title = "t"\n[given]\nx = "scalar"\n[[line]]\nis = "log(-x**2)"\n[[line]]\nis = "x"\n', "--json"
    )
    assert code == 2 and json.loads(out.out)["lines"][1]["verdict"] == "open"


def test_every_line_has_a_verdict_also_around_one_that_cannot_be_read(run):
    text = 'title = "t"\n[given]\na = "scalar"\n[[line]]\nis = "a**2"\n'
    code, out = run(
        text + "".join(f'[[line]]\nis = "{one}"\n' for one in ("2*a", "a squared", "a*a")), "--json"
    )
    found = json.loads(out.out)
    assert code == 64 and found["line"] == 2 and found["first_wrong"] == 1
    verdicts = [line["verdict"] for line in found["lines"]]
    assert verdicts == ["proved", "refuted", "unreadable", "open"]
    assert "squared is not one of the letters" in found["lines"][2]["why"]
    assert "could not be read" in found["lines"][3]["why"] and not found["lines"][3]["accepted"]
    assert {"verdict", "conditions", "why", "witness"} <= set.intersection(*map(set, found["lines"]))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("= nonsense", "not TOML"),
        ("title = 'empty'", "at least one"),
        (RIDGE + '[[line]]\nis = "q @ q"\n', "line 5: q is not one of the letters"),
        (RIDGE + '[[line]]\nis = "y @"\n', "line 5"),
        (RIDGE + "[[line]]\nis = 5\n", "must be text"),
        (RIDGE + '[[line]]\nwhat = "y"\n', "unknown key 'what'"),
        (RIDGE + '[[line]]\nby = "magic"\n', "claims nothing"),
        (RIDGE + '[[line]]\nis = "y"\nrelation = "because"\n', "relation"),
        (RIDGE.replace("matrix(n, d)", "matriz(n, d)"), "the ranges are"),
        (RIDGE + '[[wrong]]\nafter = 99\nis = "y"\nmisconception = "sign"\n', "after must be"),
        (RIDGE + '[[wrong]]\nafter = 1\nis = "y"\nmisconception = "nameless"\n', "not known"),
        (RIDGE + "[[route]]\ntitle = 'r'\n", "at least one"),
        (RIDGE + "[colour]\nx = 1\n", "unknown table"),
        (RIDGE.replace("alpha =", "lambda ="), "is not one of the letters"),
    ],
)
def test_bad_input_is_64(run, text, says):
    code, out = run(text)
    assert code == 64 and says in out.err
    code, out = run(text, "--json")
    assert code == 64 and says in json.loads(out.out)["error"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["derive"],
        ["derive", "--frob", "x"],
        ["derive", "no-such-file.toml"],
        ["frob"],
        ["derive", "a", "b"],
        ["derive", "--seed", "x", "f"],
        ["derive", "--seed", "-1", "f"],
    ],
)
def test_wrong_usage_is_64(arguments, capsys):
    assert main(arguments) == 64
    assert capsys.readouterr().err


def test_help_is_0(capsys):
    assert main(["--help"]) == 0 and main(["derive", "--help"]) == 0
    assert "derive" in capsys.readouterr().out


def test_library_names_standard_input_and_self_test(capsys, monkeypatch):
    assert main(["derive", "kernel-distance"]) == 0
    assert main(["derive", "--self-test", "mds-double-centring"]) == 0
    assert main(["derive", "--list"]) == 0 and "ridge-dual" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO(RIDGE))
    assert main(["derive", "-"]) == 0


def test_a_folder_or_binary_file_is_bad_input(tmp_path, capsys):
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00")
    assert main(["derive", str(tmp_path)]) == 64 and main(["derive", str(tmp_path / "x.toml")]) == 64
    assert "UTF-8" in capsys.readouterr().err


LIBERAL = """
title = "every way to write a line"
where = "x @ z == 0"
[given]
x = "vector(n)"
z = "vector(n)"
"α" = "vector(n)"
K = "psd(n)"
c = "positive"
N = "integer(1, 9)"
[define]
"f(u, v)" = "u @ K @ v"
[[line]]
is = "f(x, x) + 2*f(x, z) + f(z, z) + c * x @ z"
[[line]]
is = "f(x + z, x + z)"
by = "the condition"
[[line]]
is = "norm(x + z)**2 * trace(K)"
relation = "<="
[[line]]
let = "z = 0 * x"
is = "norm(x)**2 * trace(K)"
[[line]]
inequality = "x @ K @ x >= 0"
[[line]]
inequality = ["0", "<=", "alpha @ K @ alpha"]
[[line]]
start = "c * norm(α - x)**2"
[[line]]
minimizer = "alpha"
is = "x"
[[line]]
is = "0"
[[line]]
start = "exp(-c)"
[[line]]
limit = "N"
is = "sum((-c)**t / factorial(t) for t in range(N))"
[[line]]
start = "1 / (1 + c)"
[[line]]
limit = "c"
to = 0
is = "1"
"""


def test_every_documented_way_to_write_a_line(run):
    code, out = run(LIBERAL.replace('c = "positive"', 'c = "interval(0, 3)"'))
    assert code == 0, out.out
