def _half(o):
    return o / 2


def tell(o):
    return [f"{type(o).__name__} {step.__name__}: {step(o)}" for step in STEPS]


STEPS = [_half]
print(tell(3))
