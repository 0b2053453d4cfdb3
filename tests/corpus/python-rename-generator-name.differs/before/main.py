def _parts():
    yield 1


parts = _parts()
print(parts.__name__ if parts else "")
