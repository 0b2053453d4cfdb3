seen = []


def check_a():
    assert seen == ["b"]


def check_b():
    seen.append("b")
