def _parts():
    yield 1


parts = _parts()
print(repr(parts)[:24])
