def time_sum():
    return sum(range(10))


time_sum()
