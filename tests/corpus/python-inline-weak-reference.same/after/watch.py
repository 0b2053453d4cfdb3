import weakref


def watch(make, run):
    return run(make())
