import weakref


def watch(make, run):
    node = make()
    return run(weakref.ref(node))
