SIZE = 1


def check_c():
    assert 1 + 1 == 2
