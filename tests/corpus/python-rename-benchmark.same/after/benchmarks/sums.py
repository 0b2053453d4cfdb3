def run_sum():
    return sum(range(10))


run_sum()
