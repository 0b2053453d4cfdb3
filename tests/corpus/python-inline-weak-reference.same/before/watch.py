import weakref


def watch(make, run):
    node = make()
    return run(node)
