def f(box, log):
    _outer(box, box.size, log)
    return box


def _outer(box, size, log):
    _inner(box, size, log)


def _inner(box, size, log):
    log(size)
    box.grow()
