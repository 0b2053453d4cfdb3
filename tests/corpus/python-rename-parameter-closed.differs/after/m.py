import contextlib


@contextlib.contextmanager
def timed(clock, title=None):
    start = clock()
    yield
    print(title, clock() - start)


def work(clock):
    with timed(clock, **OPTIONS):
        pass
