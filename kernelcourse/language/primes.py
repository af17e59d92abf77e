"""Random primes, in a chain p₀ | p₁ − 1 | …: the exponents of one field are the numbers of the field below."""

from __future__ import annotations

import math
import random

BITS = 61
_SMALL = tuple(number for number in range(2, 300) if all(number % factor for factor in range(2, number)))
_PRODUCT = math.prod(_SMALL)
_TWELVE = _SMALL[:12]
_SEVEN = (2, 325, 9375, 28178, 450775, 9780504, 1795265022)  # enough below 2⁶⁴ (Sinclair)
CHANCE = random.Random()  # seeded by the system once: asking it for each number takes ten times as long


def is_prime(number: int) -> bool:
    """Miller–Rabin with the first twelve primes: certain below 2⁷⁸, and no composite is known to pass beyond."""
    if number < _SMALL[-1] ** 2 or math.gcd(number, _PRODUCT) > 1:
        return number > 1 and (number in _SMALL or all(number % prime for prime in _SMALL))
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in _SEVEN if number < 1 << 64 else _TWELVE:
        if base % number == 0:
            continue
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def random_prime(remainder: int) -> int:
    """A prime of 61 bits that leaves this remainder (1 or 3) when divided by 4."""
    while True:
        number = (1 << (BITS - 1)) + 4 * CHANCE.randrange(1 << (BITS - 3)) + remainder
        if is_prime(number):
            return number


def prime_above(below: int, remainder: int) -> int:
    """A prime q with `below` | q − 1 and q ≡ remainder mod 4: its field has an element of order `below`."""
    step = 2 * below
    while True:
        factor = CHANCE.randrange(1 << 9, 1 << 12)
        number = factor * step + 1
        if number % 4 == remainder and is_prime(number):
            return number


def generator(below: int, above: int) -> int:
    """An element of order `below` in the field of `above`."""
    while True:
        found = pow(CHANCE.randrange(2, above - 1), (above - 1) // below, above)
        if found != 1:
            return found
