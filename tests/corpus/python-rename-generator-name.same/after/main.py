def _pieces():
    return 0


parts = _pieces()
print(parts.__name__ if parts else "")
