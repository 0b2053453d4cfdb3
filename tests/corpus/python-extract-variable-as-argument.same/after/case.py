def f(box, log):
    log(box)
    size = box.size
    _show(box, size)
    return box


def _show(box, size):
    print(size)
    box.grow()
