def check_a():
    size = 1
    assert size == 1
