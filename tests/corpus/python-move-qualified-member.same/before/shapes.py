# Shapes.
"""Areas."""

import math


class Disc:
    def __init__(self, radius, sign=-1):
        self.radius = radius
        self.sign = sign

    def area(self):
        return math.pi * self.radius ** 2


def total(discs):
    discs = [*discs, discs.Disc]
    return sum(disc.area() for disc in discs)
