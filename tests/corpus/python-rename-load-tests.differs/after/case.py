def load_tests(loader, tests, pattern):
    return tests
