"""Deriving alone: any right way arrives, however it is spelt; the first line, a line on the way, a trick do not."""

import pytest

from kernelcourse.derivation import LanguageError, library, load
from kernelcourse.derivation.lines.line import Line
from kernelcourse.derivation.readers.derive_alone import MOST, Task, alone, tasks
from kernelcourse.derivation.reading.form import form
from kernelcourse.language.errors import TooMuch
from kernelcourse.language.reading import parse

SIGNS = {"iff": "⇔", "implies": "⇒", "implied by": "⇐"}


def shape(name: str, text: str, grouped: bool = False) -> str:
    setting = load(name).setting()
    return form(parse(text, setting.names, setting.functions), setting, grouped)


def said(line: Line) -> list[str]:
    """An author's line as a reader would type it."""
    lets = [f"let {name} = {text}" for name, text in line.let.items()]
    sign = SIGNS.get(line.relation, line.relation)
    match line.word:
        case "gradient" | "limit":
            return [*lets, f"{line.word} {line.letters[0]}: {line.text}"]
        case "minimiser" | "maximiser":
            return [*lets, f"{line.word} {line.letters[0]} = {line.text}"]
        case "equation":
            return [*lets, f"{sign} {line.sides[0]} = {line.sides[1]}"]
        case "inequality":
            return [*lets, f"{line.sides[0]} {line.relation} {line.sides[1]}"]
    return [*lets, f"{sign} {line.text}".strip()]


SAME = [
    (
        "ridge-dual",
        "inv(K + λ*I(n)) @ y",
        "inv(λ*I(n) + K) @ y",
        "solve(K + λ*I(n), y)",
        "y @ inv((λ*I(n) + K).T)",
    ),
    (
        "ridge-dual",
        "norm(K@α - y)**2 + λ*α@K@α",
        "λ*(α@K@α) + norm(K@α - y)**2",
        "norm(K@α - y)**2 + (K.T@α)@(λ*α)",
    ),
    ("kernel-distance", "k(x, x) - 2*k(x, z) + k(z, z)", "k(z, z) + k(x, x) - k(x, z) - k(x, z)"),
    (
        "ridge-expand",
        "y@y - 2*y@Phi@w + w@(Phi.T@Phi + λ*I(d))@w",
        "w@(λ*I(d) + Phi.T@Phi)@w - 2*(Phi@w)@y + y@y",
    ),
    ("kmeans-update", "sum(u[i]*X[i] for i in range(n)) / size", "sum(X[j]*u[j]/size for j in range(n))"),
    (
        "kmeans-trace",
        "trace(K) - trace(inv(diag(sum(S, 0)))@S.T@K@S)",
        "trace(K) - trace(K@S@inv(diag(sum(S, 0)))@S.T)",
    ),
    ("mds-double-centring", "(J@X)@(J@X).T", "J@X@X.T@J.T"),
    (
        "perceptron-dual",
        "eta*sum(alpha[i]*y[i]*(X[i]@z) for i in range(n))",
        "sum(y[j]*eta*(z@X[j])*alpha[j] for j in range(n))",
    ),
    (
        "kernels-are-psd",
        "sum(a[i]*a[j]*K[i, j] for i in range(n) for j in range(n))",
        "sum(K[p, q]*a[q]*a[p] for q in range(n) for p in range(n))",
    ),
    ("gaussian-series", "exp(-(norm(x)**2 - 2*x@z)/2)", "exp(x@z - norm(x)**2/2)"),
]


@pytest.mark.parametrize(("name", "texts"), [(name, texts) for name, *texts in SAME])
def test_one_form_in_several_spellings(name, texts):
    assert len({shape(name, text) for text in texts}) == 1


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("ridge-dual", "inv(K + λ*I(n)) @ y", "inv(X@X.T + λ*I(n)) @ y"),  # an abbreviation is part of the form
        ("ridge-dual", "inv(K + λ*I(n)) @ y", "inv(K + 2*λ*I(n)) @ y"),
        ("ridge-dual", "inv(K + λ*I(n)) @ y", "inv(K - λ*I(n)) @ y"),
        ("ridge-expand", "norm(y - Phi@w)**2", "(y - Phi@w)@(y - Phi@w)"),
        ("ridge-expand", "w@(Phi.T@Phi + λ*I(d))@w", "w@Phi.T@Phi@w + λ*w@w"),
        ("kernel-distance", "k(x, z)", "phi(x)@phi(z)"),
        ("pca-covariance", "f@sum(outer(X[i], m) for i in range(n))@m", "m@sum(outer(X[i], m) for i in range(n))@f"),
        ("kernels-are-psd", "sum(sum(a[i]*K[i, j] for j in range(n)) for i in range(n))",
         "sum(sum(a[j]*K[j, j] for j in range(n)) for i in range(n))"),
    ],
)  # fmt: skip
def test_a_step_changes_the_form(name, one, other):
    assert shape(name, one) != shape(name, other)


def test_grouping_counts_where_it_is_the_step():
    one, other = "(H@x)@(H@z)", "x@H.T@H@z"
    assert shape("bilinear-kernel", one) == shape("bilinear-kernel", other)
    assert shape("bilinear-kernel", one, True) != shape("bilinear-kernel", other, True)
    assert shape("bilinear-kernel", one, True) == shape("bilinear-kernel", "dot(H@z, H@x)", True)


def test_a_form_that_would_take_for_ever_is_refused():
    text = "λ"
    for _ in range(14):
        text = f"(y@(K + {text}*K)@y)"
    with pytest.raises(TooMuch):
        shape("ridge-dual", text)


@pytest.mark.slow
@pytest.mark.parametrize("name", library())
def test_the_authors_lines_arrive_at_each_goal_and_not_before(name):
    problem = alone(name)
    starts = {task.start for task in problem.tasks}
    own: list[str] = []
    for place, line in enumerate(problem.derivation.lines):
        if place not in starts:
            own += said(line)
            walk = problem.walk(own)
            assert walk.last.outcome.accepted, own[-1]
            assert walk.task == sum(task.goal <= place for task in problem.tasks), own[-1]
    assert walk.task == len(problem.tasks)


def test_a_chain_that_begins_anew_is_a_task_of_its_own():
    assert tasks(load("ridge-push-through")) == (Task(0, 2), Task(3, 6))
    assert tasks(load("kernel-distance")) == (Task(0, 3), Task(0, 4))


@pytest.mark.parametrize(
    "goal",
    [
        "inv(K + λ*I(n)) @ y",
        "α = solve(λ*I(n) + K, y)",
        "inv(λ*I(n) + K) @ y = α",
        "⇔ y @ inv((K + λ*I(n)).T)",
    ],
)
def test_several_spellings_of_the_goal_arrive(goal):
    problem = alone("ridge-dual")
    way = [
        "let w = X.T @ α + w0",
        "minimiser w0 = zeros(d)",
        "gradient α: 2*K@(K@α - y + λ*α)",
        "⇐ (K + λ*I(n)) @ α = y",
    ]
    assert problem.walk(way).task == 0
    found = problem.walk([*way, goal])
    assert found.reached and found.task == 1
    assert not problem.walk(
        [*way, "inv(X@X.T + λ*I(n)) @ y"]
    ).reached  # equal, but not as the goal is written


def test_a_shorter_way_arrives_and_the_first_line_does_not():
    problem = alone("kernel-distance")
    assert not problem.walk(["norm(phi(x) - phi(z))**2"]).reached
    assert not problem.walk(["phi(x)@phi(x) - 2*phi(x)@phi(z) + phi(z)@phi(z)"]).reached
    between = "phi(x)@phi(x) - 2*phi(x)@phi(z) + phi(z)@phi(z)"
    assert problem.walk([between, "-2*k(x, z) + k(z, z) + k(x, x)"]).reached
    done = problem.walk([between, "k(x, x) + k(z, z) - 2*k(x, z)", "0 <= k(z, z) + k(x, x) - 2*k(x, z)"])
    assert done.task == 2


def test_the_goal_copied_in_one_line_is_a_copy():
    """Every task of the library that takes its author two steps or more."""
    for name in ("kernel-distance", "ridge-push-through", "perceptron-dual"):
        problem = alone(name)
        goal = problem.derivation.lines[problem.tasks[0].goal]
        found = problem.walk([str(goal)])
        assert not found.kept and not found.reached and "copied" in found.short, name


def test_the_first_line_in_other_words_is_no_line_between():
    problem = alone("kernel-distance")
    goal = "k(x, x) - 2*k(x, z) + k(z, z)"
    assert "copied" in problem.walk(["norm(phi(x) - phi(z))**2", goal]).short


def test_a_step_larger_than_the_authors_largest_is_not_kept():
    problem = alone("ridge-dual")
    way = ["let w = X.T @ α + w0", "minimiser w0 = zeros(d)", "gradient α: 2*K@(K@α - y + λ*α)"]
    assert problem.walk(way).kept
    far = " + ".join(
        ["2*K@(K@α - y + λ*α)"] + [f"{k}*K@y - {k}*(K@K@y - K@(K - I(n))@y)" for k in range(3, 9)]
    )
    found = problem.walk([*way, f"= {far}"])
    assert found.last.outcome.accepted and not found.kept and "large step" in found.short


def test_whoever_shows_less_has_not_arrived():
    problem = alone("ridge-substitution")
    way = ["let w = X.T@α + w0", ">= norm(K@α - y)**2 + λ*α@K@α"]
    found = problem.walk(way)
    assert found.last.outcome.accepted and not found.reached and ">= only" in found.short


def test_a_given_letter_cannot_be_put_away():
    problem = alone("ridge-dual")
    for text in ("let w = 0*w0", "let α = inv(K + λ*I(n)) @ y"):
        found = problem.walk([text])
        assert not found.last.outcome.accepted and "is given" in found.last.why
    assert problem.walk(["let r = X @ w - y", "r @ r + λ*w@w"]).last.outcome.accepted


@pytest.mark.parametrize("text", ["", "0 <= 1", "x = z", "2 +", "q @ x", "let "])
def test_what_does_not_help_is_refused(text):
    with pytest.raises((LanguageError, ValueError)):
        alone("kernel-distance").walk([text])


def test_a_wrong_line_gets_the_hint_stored_for_it():
    problem = alone("ridge-dual")
    way = ["let w = X.T @ α + w0", "norm(K@α - y)**2 + λ*norm(X.T@α + w0)**2"]
    found = problem.walk([*way, "norm(K@α - y)**2 + λ*α@α + λ*norm(w0)**2"])
    assert found.last.outcome.misconception == "dropped-factor" and "Whose length" in found.last.outcome.hint


def test_hints_follow_the_reader_and_never_show_a_line():
    problem = alone("ridge-dual")
    lines = problem.derivation.lines
    assert problem.hint(problem.walk([])) == lines[1].by
    way = [*said(lines[1]), *said(lines[2]), *said(lines[3]), *said(lines[4])]
    assert problem.hint(problem.walk(way[:3])) == lines[3].by
    assert problem.hint(problem.walk(way)) == "take the gradient in α"
    for name in library():
        texts = [line.text for line in load(name).lines if len(line.text) > 3]
        assert not any(text in line.by for line in load(name).lines for text in texts)


def test_there_is_an_end():
    with pytest.raises(ValueError, match="reached already"):
        lines = [str(line) for line in load("perceptron-dual").lines[1:]]
        alone("perceptron-dual").walk([*lines, "w @ z"])
    with pytest.raises(ValueError, match="at most"):
        alone("perceptron-dual").walk(["w @ z"] * (MOST + 1))
