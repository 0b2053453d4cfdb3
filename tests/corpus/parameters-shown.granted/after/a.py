def f(sum_, /):
    return sum_
