"""Hidden checks of the sheet structured: against the instructor's functions, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import beside, close, holds, number


def word(rng, letters, size):
    return "".join(rng.choice(list(letters), size=size))


def graph(rng, n):
    """A graph whose nodes do not all have equally many edges, none for instance."""
    while True:
        A = np.triu(rng.uniform(size=(n, n)) < 0.5, 1).astype(float)
        A = A + A.T
        if np.ptp(A.sum(axis=1)):
            return A


@examines("q1", "as the instructor's on random words, q = 1 … 4")
def same_pieces(ask, solution, rng):
    for q in (1, 2, 3, 4):
        x, z = (word(rng, "abc", int(rng.integers(8, 30))) + "aaaaa" for _ in range(2))  # pieces overlap
        mine, theirs = ([one[i : i + q] for i in range(len(one) - q + 1)] for one in (x, z))
        smaller = [min(mine.count(piece), theirs.count(piece)) for piece in set(mine)]
        turns = {
            "every piece counted once": len(set(mine) & set(theirs)),
            "the smaller count instead of the product": sum(smaller),
        }
        close(
            number(ask.pieces_in_common(x, z, q)),
            solution.pieces_in_common(x, z, q),
            "differs on random words",
            turns=turns,
        )


@examines("q1", "long pieces", rests_on=same_pieces)
def long_pieces(ask, solution, rng):
    x, z = (word(rng, "ab", 4) * 12 for _ in range(2))
    x, z = x + z, z + x
    for q in (9, 25, 60):
        want = solution.pieces_in_common(x, z, q)
        close(number(ask.pieces_in_common(x, z, q)), want, "differs for pieces of many letters")


@examines("q1", "long words, and letters beyond a to z", rests_on=same_pieces)
def odd_letters(ask, solution, rng):
    x, z = word(rng, "äöß λ🙂", 400), word(rng, "äöß λ🙂", 300)
    close(number(ask.pieces_in_common(x, z, 2)), solution.pieces_in_common(x, z, 2), "differs on long words")
    close(number(ask.pieces_in_common(x[:2], z, 3)), 0.0, "a word of two letters has no piece of three")


CASES = "aAeEéÉèoOöÖ"


@examines(
    "q1", "capitals and accents are letters like others; the empty word has no pieces", rests_on=same_pieces
)
def case_and_accents(ask, solution, rng):
    for q in (1, 2):
        x, z = word(rng, CASES, 40), word(rng, CASES, 50)
        close(
            number(ask.pieces_in_common(x, z, q)),
            solution.pieces_in_common(x, z, q),
            "differs on such letters",
        )
    close(number(ask.pieces_in_common("", x, 1)), 0.0, "the empty word shares something")


@examines(
    "q2",
    "as the instructor's on random words and prices, of capitals and accents too, and of no letters",
)
def same_gaps(ask, solution, rng):
    for letters, least in (("abc", 2), ("abc", 2), (CASES, 20), (CASES, 20), ("abc", 0)):
        x, z = (word(rng, letters, int(rng.integers(least, least + 10))) for _ in range(2))
        x = x[:1] if not least else x
        mu = rng.uniform(0.3, 1)
        want = solution.gappy_pairs(x, z, mu)
        turns = {"the gap instead of the span": want / mu**4, "the span less one": want / mu**2}
        close(number(ask.gappy_pairs(x, z, mu)), want, "differs on random words", turns=turns)


@examines("q2", "a very small price for a place", rests_on=same_gaps)
def dear_gaps(ask, solution, rng):
    x, z = word(rng, "abc", 12), word(rng, "abc", 12)
    for mu in (10 ** rng.uniform(-3, -2), 0.5):  # at the small one alone wide gaps would not be seen
        got, want = number(ask.gappy_pairs(x, z, mu)), solution.gappy_pairs(x, z, mu)
        close(got / mu**4, want / mu**4, "differs for a very small μ")


@examines(
    "q2",
    "two words of six hundred letters, which have more pairs of pairs than anybody can compare",
    weight=2,
    rests_on=same_gaps,
)
def long_gaps(ask, solution, rng):
    x, z = word(rng, "abcdefgh", 600), word(rng, "abcdefgh", 600)
    close(
        number(ask.gappy_pairs(x, z, 0.9)), solution.gappy_pairs(x, z, 0.9), "differs on words of 600 letters"
    )


@examines("q3", "as the instructor's on random graphs")
def same_walks(ask, solution, rng):
    A, B = graph(rng, 5), graph(rng, 4)
    mu = 0.9 / (1 + np.abs(np.linalg.eigvalsh(A)).max() * np.abs(np.linalg.eigvalsh(B)).max())
    want = solution.common_walks(A, B, mu)
    turns = {
        "walks that come back only": np.trace(np.linalg.inv(np.eye(20) - mu * np.kron(A, B))),
        "without the walks of no step": want - 20,
    }
    close(number(ask.common_walks(A, B, mu)), want, "differs on random graphs", turns=turns)


@examines(
    "q3",
    "near the largest μ, where many walks count; and the number alone, not an array",
    rests_on=same_walks,
)
def many_walks(ask, solution, rng):
    star, path = (
        np.zeros((4, 4)),
        np.diag([1.0, 1.0], 1),
    )
    star[0, 1:] = 1  # not all nodes have equally many edges: then the number of walks would be a power of it
    A, B = star + star.T, path + path.T
    mu = rng.uniform(0.96, 0.98) / np.sqrt(6)
    want = solution.common_walks(A, B, mu)
    close(number(ask.common_walks(A, B, mu)), want, "a star and a path: long walks are missing", rtol=1e-5)


def likeness(solution, x, z):
    return solution.pieces_in_common(x, z, 1) + solution.pieces_in_common(x, z, 2)


def cosine(solution, x, z):
    return likeness(solution, x, z) / np.sqrt(likeness(solution, x, x) * likeness(solution, z, z))


@examines("q6", "nearest_word is right for this student's words")
def right_word(ask, solution, data):
    words, stranger = data
    cosines = np.array([cosine(solution, stranger, one) for one in words])
    want = words[int(np.flatnonzero(cosines >= cosines.max() - 1e-9)[0])]
    holds(ask("nearest_word") == want, "nearest_word is not the nearest of your words")
    beside(lambda: right_cosine(ask, solution, data), lambda: right_spread(ask, solution, data))


@examines("q6", "nearest_cosine is right for this student's words")
def right_cosine(ask, solution, data):
    words, stranger = data
    want = max(cosine(solution, stranger, one) for one in words)
    turns = {"not normalised": max(likeness(solution, stranger, one) for one in words)}
    close(number(ask("nearest_cosine")), want, "nearest_cosine is not right for your words", turns=turns)


@examines("q6", "words_spread is right for this student's words")
def right_spread(ask, solution, data):
    words, _ = data
    gram = np.array([[cosine(solution, one, other) for other in words] for one in words])
    turns = {"the mean of the matrix": gram.mean(), "the sum instead of the mean": 10 - 10 * gram.mean()}
    close(
        number(ask("words_spread")), 1 - gram.mean(), "words_spread is not right for your words", turns=turns
    )
