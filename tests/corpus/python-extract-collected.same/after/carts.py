def check_a():
    check_b()


def check_b():
    size = 1
    assert size == 1
