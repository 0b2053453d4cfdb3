def _pieces():
    yield 1


parts = _pieces()
print(parts.__name__ if parts else "")
