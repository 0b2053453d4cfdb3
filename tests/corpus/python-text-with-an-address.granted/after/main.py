def _pieces():
    yield 1


parts = _pieces()
print(repr(parts)[:24])
