class Scale:
    def step(n):
        half = n // 2
        return half * half

    STEPS = (1, 2, 3)
