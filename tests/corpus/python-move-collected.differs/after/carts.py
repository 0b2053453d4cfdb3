def check_a():
    assert True
