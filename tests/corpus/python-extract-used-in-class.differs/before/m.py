class Scale:
    def step(n):
        half = n // 2
        return half * half

    STEPS = step(3)
