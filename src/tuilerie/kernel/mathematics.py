"""Mathematics of kernels, our own: C libraries differ in the last bit, and then two machines could choose different
moves.

`exp` follows the usual way (Tang; as in ARM's optimized routines): x = k ln2/128 + r, the table gives 2^(k/128), a
short polynomial gives e^r - 1. Only additions and multiplications in this order, which every machine rounds alike; the
error is below 0.52 units in the last place.
"""

from __future__ import annotations

from decimal import Decimal, localcontext

import numpy as np

from tuilerie.kernel.compiled import kernel

STEPS = 128
HIGHEST, LOWEST = 709.0, -708.0  # beyond: infinity, 0


def _table() -> tuple[np.ndarray, np.ndarray]:
    """2^(i/128) rounded to a double, and what the rounding left out, relative to it."""
    scales, tails = np.empty(STEPS), np.empty(STEPS)
    with localcontext() as exact:
        exact.prec = 60
        for i in range(STEPS):
            power = Decimal(2) ** (Decimal(i) / STEPS)
            scales[i] = float(power)
            tails[i] = float((power - Decimal(float(power))) / Decimal(float(power)))
    return scales, tails


SCALES, TAILS = _table()
POWERS = np.array([2.0**power for power in range(-1022, 1024)])
STEPS_PER_UNIT = float.fromhex("0x1.71547652b82fep0") * STEPS  # 128 / ln2
# ln2 / 128 in two parts
LN2_HIGH, LN2_LOW = float.fromhex("0x1.62e42fefa0000p-8"), float.fromhex("0x1.cf79abc9e3b39p-47")
C2, C3 = float.fromhex("0x1.ffffffffffdbdp-2"), float.fromhex("0x1.555555555543cp-3")
C4, C5 = float.fromhex("0x1.55555cf172b91p-5"), float.fromhex("0x1.1111167a4d017p-7")
SHIFT = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to a whole number


@kernel
def exp(x):
    """e to the power of x, a double."""
    if x > HIGHEST:
        return np.inf
    if x < LOWEST:
        return 0.0
    steps = (x * STEPS_PER_UNIT + SHIFT) - SHIFT
    r = x - steps * LN2_HIGH - steps * LN2_LOW
    k = int(steps)
    at = k & (STEPS - 1)
    r2 = r * r
    tail = TAILS[at] + r + r2 * (C2 + r * C3) + r2 * r2 * (C4 + r * C5)
    scale = SCALES[at] * POWERS[(k >> 7) + 1022]
    return scale + scale * tail
