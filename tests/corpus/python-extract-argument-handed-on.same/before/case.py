def f(box, log):
    log(box.size)
    box.grow()
    return box
