# Shapes.
"""Areas."""

import disc as shapes


def total(discs):
    discs = [*discs, Disc(1)]
    return sum(disc.area() for disc in discs)
