import weakref


def watch(make, run):
    return run(weakref.ref(make()))
