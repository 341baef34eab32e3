"""For games that bring no marks of their own."""

from __future__ import annotations

from tuilerie.kernel.compiled import kernel

MARKS = 0


@kernel
def dealt(state, marks):
    pass


@kernel
def before(state, action, marks, memo):
    pass


@kernel
def closed(state, marks, memo, decided, present):
    pass
