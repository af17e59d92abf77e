"""Public checks of the sheet structured, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import close, holds, number

EDGE = np.array([[0.0, 1.0], [1.0, 0.0]])
TRIANGLE = np.ones((3, 3)) - np.eye(3)


def variant(rng):
    """Ten words of two habits, mixed, and one more word."""
    habits = [["la", "no", "ri", "ta"], ["kk", "ot", "yk", "ut"]]
    words = ["".join(rng.choice(habits[place % 2], size=3)) + str(rng.choice(list("aeiou"))) for place in range(10)]
    order = rng.permutation(10)
    return [words[place] for place in order], "".join(rng.choice(habits[0] + habits[1], size=4))


@examines("q1", "one letter, repeated: aaaa has three times the piece aa, so with itself 9")
def repeated(ask):
    close(np.sqrt(number(ask.pieces_in_common("aaaa", "aaaa", 2))), 3.0, "aaaa with itself, q = 2: pieces that occur again count again")


@examines("q1", "a word shorter than q shares nothing, and the order of the two words does not matter")
def short_word(ask):
    close(number(ask.pieces_in_common("ab", "abab", 3)), 0.0, "ab has no piece of three letters")
    there, back = number(ask.pieces_in_common("banana", "ananas", 2)), number(ask.pieces_in_common("ananas", "banana", 2))
    close(there, back, "banana and ananas give another number when they change places")


@examines("q2", "ab with itself is μ⁴, and ab with ba shares no pair")
def two_letters(ask):
    close(number(ask.gappy_pairs("ab", "ab", 0.5)) * 16, 1.0, "ab with itself, μ = ½: one pair that spans two places in both words")
    close(number(ask.gappy_pairs("ab", "ba", 0.5)), 0.0, "ab and ba: the order counts")


@examines("q2", "a gap costs one factor more: ab with a-b is μ²·μ³")
def one_gap(ask):
    close(number(ask.gappy_pairs("ab", "a-b", 0.5)) * 32, 1.0, "ab and a-b, μ = ½: the pair spans two places here, three there")


@examines("q2", "with μ = 1 only the number of pairs counts: aaa has three pairs aa, so with itself 9")
def no_price(ask):
    close(np.sqrt(number(ask.gappy_pairs("aaa", "aaa", 1.0))), 3.0, "aaa with itself, μ = 1: every pair of places should count")


@examines("q3", "one edge and one edge: two walks of each length in both, so the sum is 4/(1 − μ)")
def edges(ask):
    value = number(ask.common_walks(EDGE, EDGE, 0.5))
    holds(not np.isclose(value, 4.0), "two edges, μ = ½: that is Σ over r ≥ 1; walks of no step count too")
    close(value * 0.5 / 4, 1.0, "two edges, μ = ½: the sum is not 4/(1 − μ)")


@examines("q3", "graphs without edges have walks of no step only")
def no_edges(ask):
    close(number(ask.common_walks(np.zeros((2, 2)), TRIANGLE, 0.1)) / 6, 1.0, "two nodes without an edge, and a triangle: 2·3 and nothing more")


@examines("q6", "the answers are of a possible kind")
def possible_words(ask, data):
    words, _ = data
    holds(ask("nearest_word") in words, "nearest_word is not one of your words")
    holds(0 <= number(ask("nearest_cosine"), "nearest_cosine") <= 1 + 1e-9, "nearest_cosine is not between 0 and 1")
    holds(0 <= number(ask("words_spread"), "words_spread") <= 1, "words_spread is not between 0 and 1")
