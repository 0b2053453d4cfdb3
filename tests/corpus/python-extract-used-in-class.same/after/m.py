class Scale:
    def step(n):
        half = n // 2
        return _square(half)

    STEPS = (1, 2, 3)


def _square(half):
    return half * half
