"""The command, its exit status, its JSON, and what happens to hostile or mistaken input."""

import json
import re

import numpy as np
import pytest

from kernelcourse.court import LanguageError, court, main, respond


@pytest.mark.parametrize(
    "argv, status",
    [
        (["(1 + x @ z)**3"], 0),
        (["-x @ z"], 1),
        (["--dim", "2", "-x @ z + 2"], 1),
        (["--domain=positive", "min(x, z)"], 0),
        (["--dim=2", "x[0]*z[1]"], 1),
        (["--", "-1"], 1),
        ([], 64),
        (["x @ z", "x"], 64),
        (["--dim", "two", "x"], 64),
        (["--dim"], 64),
        (["--dim", "1", "x[1]*z[1]"], 64),
        (["--domain", "moon", "x"], 64),
        (["exp(-a*abs(x - z)) for a > 0"], 0),
        (["exp(-a*abs(x - z)) for a > -1"], 1),
        (["--frobnicate", "x"], 64),
        (["x @@ z"], 64),
        (["__import__('os')"], 64),
        (["--dim", "2", "x*z"], 64),
        (["1j"], 64),
    ],
)
def test_exit_status_is_the_verdict(argv, status, capsys):
    assert main(argv) == status
    printed = capsys.readouterr()
    assert (printed.out if status < 64 else printed.err).strip()


def test_an_open_case_exits_2_and_says_what_was_tried(capsys):
    assert main(["--json", "exp(cos(x - z)) * cos(sin(x - z))"]) == 2
    assert json.loads(capsys.readouterr().out)["tried"]


def test_json_of_a_proof_and_of_a_refutation(capsys):
    main(["--json", "--dim", "2", "exp(x @ z)"])
    proof = json.loads(capsys.readouterr().out)
    assert proof["verdict"] == "proved" and proof["witness"] is None
    assert proof["proof"]["rule"] == "series" and proof["proof"]["premises"][0]["rule"] == "inner product"
    main(["--json", "norm(x + z)**2"])
    refuted = json.loads(capsys.readouterr().out)
    assert refuted["verdict"] == "refuted"
    points, a = np.array(refuted["witness"]["points"]), np.array(refuted["witness"]["weights"])
    assert a @ (points + points.T) ** 2 @ a == pytest.approx(refuted["witness"]["value"])
    assert refuted["witness"]["value"] < 0


def test_asymmetry_is_a_pair(capsys):
    main(["--json", "sin(x)*cos(z)"])
    assert json.loads(capsys.readouterr().out)["witness"]["pair"] is True


def test_a_value_that_is_not_finite_says_why():
    verdict = court("1/norm(x - z)", dim=2)
    assert verdict.refuted and "division by 0" in str(verdict)
    assert verdict.witness.to_dict()["value"] is None


def test_undefined_at_a_point_is_refuted_there_and_another_domain_is_named(capsys):
    assert main(["--dim", "2", "x @ z/(norm(x)*norm(z))"]) == 1
    printed = capsys.readouterr().out
    assert "0/0" in printed and "(domain nonzero)" in printed


def test_a_family_has_a_region(capsys):
    main(["--json", "exp(-a*abs(x - z)**p) for a > 0, p > 0"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["region"]["conditions"] == ["p <= 2"] and answer["region"]["exact"]
    assert answer["verdict"] == "refuted" and answer["witness"]


def test_help_names_functions_domains_and_eight_examples(capsys):
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("kernelcourse court ") == 9 and "sinc" in printed and "histogram" in printed


def test_a_proof_prints_its_data_and_references(capsys):
    main(["--json", "exp(-abs(x - z)) - 0.5*exp(-2*abs(x - z))"])
    proof = json.loads(capsys.readouterr().out)["proof"]
    assert proof["rule"] == "Bochner" and proof["data"]["terms"] and proof["reference"] == "bochner1959"
    assert main(["--latex", "exp(x*z)"]) == 0
    latex = capsys.readouterr().out
    assert (
        latex.startswith("\\begin{itemize}")
        and "\\item $e^{x z}$" in latex
        and "\\cite{schoelkopf2002}" in latex
    )


def test_the_domain_and_dimension_are_said():
    assert "R³" in str(court("exp(-norm(x - z))", dim=3))
    assert "[0, ∞)" in str(court("min(x, z)", domain="positive"))


def test_y_may_stand_for_z():
    assert court("x @ y", dim=2).proved
    with pytest.raises(LanguageError):
        court("x @ y + z @ z")


def test_a_vector_is_an_error_in_words():
    with pytest.raises(LanguageError, match="is a vector"):
        court("x*z", dim=2)


@pytest.mark.parametrize("dim", [0, -1, 51, 1.5, True])
def test_dim_must_be_a_small_whole_number(dim):
    with pytest.raises(ValueError, match="dim"):
        court("x @ z", dim=dim)


def test_respond_answers_with_plain_data():
    answer = respond({"expression": "(1 + x @ z)**2", "dim": 2})
    json.dumps(answer)
    assert (
        answer["verdict"] == "proved"
        and answer["proof"]["html"].startswith("<ul")
        and "<math" in answer["read_as"]
    )
    assert "error" in respond({"expression": "import os"})
    assert "error" in respond({"expression": 3})
    assert "error" in respond({})
    assert "error" in respond({"expression": "x @ z", "dim": "many"})


HOSTILE = [
    "().__class__.__bases__[0]", "x.__class__", "exec('1')", "open('/etc/passwd')", "9**9**9**9", "x**100**100",
    "(" * 500 + "x" + ")" * 500, "x" * 5000, "sum(x for i in range(10**9))", "x[10**9]", "norm(x, 0)", "norm(x, -1)",
    "exp(" * 90 + "x" + ")" * 90, "1/0", "0/0", "log(0)", "sqrt(-1)", "x[-1]", "x[0.5]",
    "sum(x[i] for i in range(300))", "I(10**6) @ x",
    "ones(-3)", "min()", "max()", "norm()", "exp()", "edit(x, x + z)", "hamming(1, 2)", "len(x @ z)",
    "ｘ @ z", "x\u200b@z", "lambda x: x", "x if z else 1", "[x for x in z]", "{x}", "'x'", "b'x'", "...", "x; z", "",
    "((x@z)**99)**99", "exp(exp(exp(exp(x@z))))", "(1+x@z)**(1/3)", "x**z", "x**x**z", "abs(x-z)**-1", "tan(x@z)",
    "(" + "+".join(["(x@z)**50"] * 60) + ")**40", "cos(" * 40 + "x-z" + ")" * 40, "+".join(["sin(x@z)*cos(x-z)"] * 40),
]  # fmt: skip


@pytest.mark.parametrize("dim", [1, 3])
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_input_gets_a_clean_answer(text, dim):
    try:
        verdict = court(text, dim=dim)
    except ValueError as error:
        assert str(error)
    else:
        assert verdict.status.value in ("proved", "refuted", "open")


def test_garbage_never_raises_anything_but_value_error():
    rng = np.random.default_rng(0)
    pieces = [
        "x",
        "z",
        "@",
        "+",
        "-",
        "*",
        "/",
        "**",
        "(",
        ")",
        "[0]",
        "norm(",
        "exp(",
        ",",
        "1",
        ".T",
        "for",
        "sum(",
        "α",
        "§",
    ]
    for _ in range(1500):
        text = "".join(pieces[i] for i in rng.integers(len(pieces), size=int(rng.integers(1, 9))))
        answer = respond({"expression": text, "dim": int(rng.integers(1, 3))})
        assert "error" in answer or answer["verdict"] in ("proved", "refuted", "open")


def test_help_describes_every_key_of_json(capsys):
    main(["--help"])
    told = set(re.findall(r"\w+", capsys.readouterr().out.partition("--json      ")[2]))
    seen: set[str] = set()
    for formula in (
        "x @ z",
        "x @ z - 1",
        "exp(cos(x - z)) * cos(sin(x - z))",
        "x @",
        "exp(-a*abs(x - z)) for a > 0",
    ):
        main(["--json", formula])
        found = json.loads(capsys.readouterr().out)
        parts = [found.get(name) or {} for name in ("proof", "witness", "region")]
        seen |= set(found).union(*parts)
    assert seen <= told and {"region", "error", "pair"} <= told and len(seen) > 15
