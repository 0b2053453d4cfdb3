def _halved(o):
    return o / 2


def tell(o):
    return [f"{type(o).__name__} {step.__name__}: {step(o)}" for step in STEPS]


STEPS = [_halved]
print(tell(3))
