def check(mocker, rest):
    return mocker.patch(f"t{rest}")
