"""Conditions that the structured sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q1 wrong: capitals are made small
def pieces_in_common(x, z, q):
    x, z = x.lower(), z.lower()
    return sum(x[i : i + q] == z[j : j + q] for i in range(len(x) - q + 1) for j in range(len(z) - q + 1))


# %% q1 wrong: accents are taken off
def pieces_in_common(x, z, q):
    import unicodedata

    plain = [
        "".join(c for c in unicodedata.normalize("NFD", s) if not unicodedata.combining(c)) for s in (x, z)
    ]
    x, z = plain
    return sum(x[i : i + q] == z[j : j + q] for i in range(len(x) - q + 1) for j in range(len(z) - q + 1))


# %% q1 wrong: pieces of ten letters at most
def pieces_in_common(x, z, q, whole=pieces_in_common):
    return whole(x, z, min(q, 10))


# %% q2 wrong: a tenth at least for a place
def gappy_pairs(x, z, mu, whole=gappy_pairs):
    return whole(x, z, max(mu, 0.1))


# %% q2 wrong: words are cut off after two hundred letters
def gappy_pairs(x, z, mu, whole=gappy_pairs):
    return whole(x[:200], z[:200], mu)


# %% q2 wrong: capitals are made small
def gappy_pairs(x, z, mu, exact=gappy_pairs):
    return exact(x.lower(), z.lower(), mu)


# %% q4 right: by hand
walk_lines = [
    "(u⊗v)ᵀ(A⊗B)(u⊗v) + 3(u⊗v)ᵀ(A⊗B)(A⊗B)(u⊗v)",
    "(u⊗v)ᵀP(u⊗v) + 3(u⊗v)ᵀPP(u⊗v)",
    "(u⊗v)ᵀP(I(n*m) + 3P)(u⊗v)",
]

# %% q3 idle: as if all nodes had equally many edges
def common_walks(A, B, mu):
    return len(A) * len(B) / (1 - mu * A.sum(axis=1).max() * B.sum(axis=1).max())

# %% q3 idle: as if all nodes had as many edges as they have in the mean
def common_walks(A, B, mu):
    return len(A) * len(B) / (1 - mu * A.sum() / len(A) * B.sum() / len(B))

# %% q2 idle: neighbours only, where μ is small
def gappy_pairs(x, z, mu):
    mine, theirs = ([one[i : i + 2] for i in range(len(one) - 1)] for one in (x, z))
    return sum(mine.count(pair) * theirs.count(pair) for pair in set(mine)) * mu**4

# %% q3 idle: the largest eigenvalues alone
def common_walks(A, B, mu):
    return len(A) * len(B) / (1 - mu * np.linalg.eigvalsh(A)[-1] * np.linalg.eigvalsh(B)[-1])
