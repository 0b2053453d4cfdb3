def check_a():
    assert True


def check_c():
    assert 1 + 1 == 2
