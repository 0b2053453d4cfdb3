# Shapes.
"""Areas."""

import disc as shapes


def total(discs):
    discs = [*discs, discs.Disc]
    return sum(disc.area() for disc in discs)
