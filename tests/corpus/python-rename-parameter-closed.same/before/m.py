import contextlib


@contextlib.contextmanager
def timed(clock, label=None):
    start = clock()
    yield
    print(label, clock() - start)


def work(clock):
    with timed(clock, "work"):
        pass
