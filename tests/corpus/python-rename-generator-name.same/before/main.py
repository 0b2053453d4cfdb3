def _parts():
    return 0


parts = _parts()
print(parts.__name__ if parts else "")
