def _collect(loader, tests, pattern):
    return tests
