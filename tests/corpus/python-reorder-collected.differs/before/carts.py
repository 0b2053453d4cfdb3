seen = []


def check_b():
    seen.append("b")


def check_a():
    assert seen == ["b"]
