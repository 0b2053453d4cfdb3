def f(box, log):
    box.grow()
    log(box.size)
    return box
