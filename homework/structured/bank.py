"""Solutions of the sheet on structured objects that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: every piece counted once
def pieces_in_common(x, z, q):
    return len({x[i : i + q] for i in range(len(x) - q + 1)} & {z[i : i + q] for i in range(len(z) - q + 1)})

# %% q1 wrong: the last piece is forgotten
def pieces_in_common(x, z, q):
    return sum(x[i : i + q] == z[j : j + q] for i in range(len(x) - q) for j in range(len(z) - q))

# %% q1 wrong: only pieces at the same place
def pieces_in_common(x, z, q):
    return sum(x[i : i + q] == z[i : i + q] for i in range(min(len(x), len(z)) - q + 1))

# %% q1 wrong: the smaller count instead of the product
def pieces_in_common(x, z, q):
    from collections import Counter

    a, b = (Counter(w[i : i + q] for i in range(len(w) - q + 1)) for w in (x, z))
    return sum((a & b).values())

# %% q1 idle: pieces that do not overlap (str.count)
def pieces_in_common(x, z, q):
    return sum(z.count(x[i : i + q]) for i in range(len(x) - q + 1))

# %% q1 wrong: windows run over the end
def pieces_in_common(x, z, q):
    return sum(x[i : i + q] == z[j : j + q] for i in range(len(x)) for j in range(len(z)))

# %% q1 right: pairs of positions
def pieces_in_common(x, z, q):
    return sum(x[i : i + q] == z[j : j + q] for i in range(len(x) - q + 1) for j in range(len(z) - q + 1))

# %% q1 right: two counters
def pieces_in_common(x, z, q):
    from collections import Counter

    a, b = (Counter(w[i : i + q] for i in range(len(w) - q + 1)) for w in (x, z))
    return float(sum(a[w] * b[w] for w in a))

# %% q2 wrong: the gap instead of the span
def gappy_pairs(x, z, mu):
    def features(w):
        out = {}
        for i in range(len(w)):
            for j in range(i + 1, len(w)):
                out[w[i] + w[j]] = out.get(w[i] + w[j], 0) + mu ** (j - i - 1)
        return out
    a, b = features(x), features(z)
    return sum(a[p] * b.get(p, 0) for p in a)

# %% q2 wrong: the best stretch only
def gappy_pairs(x, z, mu):
    def features(w):
        out = {}
        for i in range(len(w)):
            for j in range(i + 1, len(w)):
                out[w[i] + w[j]] = max(out.get(w[i] + w[j], 0), mu ** (j - i + 1))
        return out
    a, b = features(x), features(z)
    return sum(a[p] * b.get(p, 0) for p in a)

# %% q2 wrong: the order does not count
def gappy_pairs(x, z, mu):
    def features(w):
        out = {}
        for i in range(len(w)):
            for j in range(i + 1, len(w)):
                pair = "".join(sorted(w[i] + w[j]))
                out[pair] = out.get(pair, 0) + mu ** (j - i + 1)
        return out
    a, b = features(x), features(z)
    return sum(a[p] * b.get(p, 0) for p in a)

# %% q2 wrong: neighbours only
def gappy_pairs(x, z, mu):
    return mu**4 * sum(x[i : i + 2] == z[j : j + 2] for i in range(len(x) - 1) for j in range(len(z) - 1))

# %% q2 wrong: long words are cut off, to be in time
def gappy_pairs(x, z, mu):
    total = 0.0
    x, z = x[:20], z[:20]
    for i in range(len(x)):
        for k in range(i + 1, len(x)):
            for j in range(len(z)):
                for l in range(j + 1, len(z)):
                    if x[i] == z[j] and x[k] == z[l]:
                        total += mu ** (k - i + 1 + l - j + 1)
    return total

# %% q2 wrong: a letter makes a pair with itself
def gappy_pairs(x, z, mu):
    def features(w):
        out = {}
        for i in range(len(w)):
            for j in range(i, len(w)):
                out[w[i] + w[j]] = out.get(w[i] + w[j], 0) + mu ** (j - i + 1)
        return out
    a, b = features(x), features(z)
    return sum(a[p] * b.get(p, 0) for p in a)

# %% q2 right: by the table of ends
def gappy_pairs(x, z, mu):
    E = np.array([[a == b for b in z] for a in x], dtype=float).reshape(len(x), len(z))
    def steps(n):
        apart = np.subtract.outer(np.arange(n), np.arange(n))
        return np.where(apart > 0, mu ** np.maximum(apart, 0), 0.0)
    return float((E * (steps(len(x)) @ (mu**2 * E) @ steps(len(z)).T)).sum())

# %% q2 right: letter by letter, with what waits
def gappy_pairs(x, z, mu):
    def features(w):
        waiting, out = {}, {}
        for letter in w:
            for first in waiting:
                out[first, letter] = out.get((first, letter), 0.0) + waiting[first] * mu
            waiting = {first: weight * mu for first, weight in waiting.items()}
            waiting[letter] = waiting.get(letter, 0.0) + mu
        return out
    a, b = features(x), features(z)
    return sum(a[p] * b[p] for p in a if p in b)

# %% q3 wrong: walks that come back
def common_walks(A, B, mu):
    P = np.kron(A, B)
    return np.trace(np.linalg.inv(np.eye(len(P)) - mu * P))

# %% q3 wrong: the product of two sums
def common_walks(A, B, mu):
    one, two = (np.linalg.inv(np.eye(len(M)) - np.sqrt(mu) * M * 0.5).sum() for M in (A, B))
    return one * two

# %% q3 wrong: walks of at least one step
def common_walks(A, B, mu):
    P = np.kron(A, B)
    return np.linalg.solve(np.eye(len(P)) - mu * P, mu * P @ np.ones(len(P))).sum()

# %% q3 wrong: twenty terms
def common_walks(A, B, mu):
    a, b, total, weight = np.ones(len(A)), np.ones(len(B)), 0.0, 1.0
    for _ in range(20):
        total += weight * a.sum() * b.sum()
        a, b, weight = A @ a, B @ b, weight * mu
    return total

# %% q3 wrong: the exponential series
def common_walks(A, B, mu):
    from math import factorial

    a, b, total = np.ones(len(A)), np.ones(len(B)), 0.0
    for r in range(40):
        total += mu**r / factorial(r) * a.sum() * b.sum()
        a, b = A @ a, B @ b
    return total

# %% q3 wrong: entry by entry instead of Kronecker, on the common nodes
def common_walks(A, B, mu):
    n = min(len(A), len(B))
    P = A[:n, :n] * B[:n, :n]
    return np.linalg.inv(np.eye(n) - mu * P).sum()

# %% q3 right: by eigenvalues of both graphs
def common_walks(A, B, mu):
    a, U = np.linalg.eigh(A)
    b, V = np.linalg.eigh(B)
    ends = np.outer(U.sum(axis=0) ** 2, V.sum(axis=0) ** 2)
    return float((ends / (1 - mu * np.outer(a, b))).sum())

# %% q3 right: the series until nothing more comes
def common_walks(A, B, mu):
    M, total = np.ones((len(A), len(B))), 0.0
    for _ in range(5000):
        total += M.sum()
        M = mu * A @ M @ B
    return total

# %% q4 wrong: the second step is forgotten
walk_lines = [
    "(u @ A @ u) * (v @ B @ v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)",
    "kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * kron(u, v) @ kron(A, B) @ kron(u, v)",
    "kron(u, v) @ P @ kron(u, v) + 3 * kron(u, v) @ P @ kron(u, v)",
    "kron(u, v) @ P @ (I(n*m) + 3 * I(n*m)) @ kron(u, v)",
]

# %% q4 wrong: kron(A, A) with kron(B, B)
walk_lines = [
    "(u @ A @ u) * (v @ B @ v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)",
    "kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * kron(u, v) @ kron(A, A) @ kron(B, B) @ kron(u, v)",
    "kron(u, v) @ P @ (I(n*m) + 3 * P) @ kron(u, v)",
]

# %% q4 wrong: P entry by entry
walk_lines = [
    "(u @ A @ u) * (v @ B @ v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)",
    "kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * kron(u, v) @ kron(A @ A, B @ B) @ kron(u, v)",
    "kron(u, v) @ P @ kron(u, v) + 3 * kron(u, v) @ (P * P) @ kron(u, v)",
]

# %% q4 wrong: straight to the end
walk_lines = [
    "(u @ A @ u) * (v @ B @ v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)",
    "kron(u, v) @ P @ (I(n*m) + 3 * P) @ kron(u, v)",
]

# %% q4 wrong: the weight lands on both terms
walk_lines = [
    "(u @ A @ u) * (v @ B @ v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)",
    "kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * kron(u, v) @ kron(A @ A, B @ B) @ kron(u, v)",
    "kron(u, v) @ P @ kron(u, v) + 3 * kron(u, v) @ P @ P @ kron(u, v)",
    "3 * kron(u, v) @ P @ (I(n*m) + P) @ kron(u, v)",
]

# %% q4 wrong: the walkers have changed places
walk_lines = [
    "(u @ A @ u) * (v @ B @ v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)",
    "kron(v, u) @ kron(A, B) @ kron(v, u) + 3 * kron(v, u) @ kron(A @ A, B @ B) @ kron(v, u)",
    "kron(v, u) @ P @ (I(n*m) + 3 * P) @ kron(v, u)",
]

# %% q4 right: one step at a time
walk_lines = [
    "(u @ A @ u) * (v @ B @ v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)",
    "kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * (u @ A @ A @ u) * (v @ B @ B @ v)",
    "kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * kron(u, v) @ kron(A, B) @ kron(A, B) @ kron(u, v)",
    "kron(u, v) @ P @ kron(u, v) + 3 * kron(u, v) @ P @ P @ kron(u, v)",
    "kron(u, v) @ (P + 3 * P @ P) @ kron(u, v)",
    "kron(u, v) @ P @ (I(n*m) + 3 * P) @ kron(u, v)",
]

# %% q4 right: as a text, the bracket on the left
walk_lines = """
kron(u, v) @ kron(A, B) @ kron(u, v) + 3 * kron(A @ u, B @ v) @ kron(A @ u, B @ v)
kron(u, v) @ P @ kron(u, v) + 3 * (P @ kron(u, v)) @ (P @ kron(u, v))
kron(u, v) @ (I(n*m) + 3 * P) @ P @ kron(u, v)
"""

# %% q5 wrong: the edit distance is believed
words_edit = ("kernel", "len(x) + len(z) - edit(x, z)")

# %% q5 wrong: weights that refute nothing
words_edit = ("not a kernel", ["a", "ab", "ba", "bb"], [1.0, 1.0, 1.0, 1.0])

# %% q5 wrong: the question repeated
words_lengths = ("kernel", "len(x) + len(z) - abs(len(x) - len(z))")

# %% q5 wrong: the factor 2 is lost
words_lengths = ("kernel", "min(len(x), len(z))")

# %% q5 wrong: common elements instead of agreement
sets_agree = ("kernel", "3 * (x @ z)")

# %% q5 wrong: numbers instead of words
words_edit = ("not a kernel", [1.0, 2.0], [1.0, -1.0])

# %% q5 wrong: a product of lengths
words_lengths = ("kernel", "2 * len(x) * len(z)")

# %% q5 right: other letters
words_edit = ("not a kernel", ["x", "xy", "yx", "yy"], [3.0, -2.0, -2.0, 2.0])
words_lengths = ("kernel", "min(len(x), len(z)) + min(len(z), len(x))")

# %% q5 right: coordinates written out
sets_agree = ("kernel", "(1 - 2*x[0])*(1 - 2*z[0]) + (1 - 2*x[1])*(1 - 2*z[1]) + (1 - 2*x[2])*(1 - 2*z[2])")

# %% q6 wrong: not normalised
nearest_cosine = max(alike(stranger, w) for w in words)

# %% q6 wrong: letters alone
letters_only = [pieces_in_common(stranger, w, 1) / np.sqrt(pieces_in_common(stranger, stranger, 1) * pieces_in_common(w, w, 1)) for w in words]
nearest_cosine = max(letters_only)

# %% q6 wrong: the mean of the matrix
words_spread = gram.mean()

# %% q6 wrong: the place instead of the word
nearest_word = int(np.argmax(cosines))

# %% q6 wrong: the farthest word
nearest_word = words[int(np.argmin(cosines))]

# %% q6 wrong: the sum instead of the mean
words_spread = 10 * words_spread

# %% q6 wrong: the root is forgotten
nearest_cosine = max(alike(stranger, w) / (alike(stranger, stranger) * alike(w, w)) for w in words)

# %% q6 right: by centring the matrix
J6 = np.eye(10) - 0.1
words_spread = float(np.trace(J6 @ gram @ J6) / 10)

# %% q6 right: as numpy values
nearest_word, nearest_cosine = np.str_(nearest_word), np.float64(nearest_cosine)
