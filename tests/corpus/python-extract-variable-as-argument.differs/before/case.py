def f(box, log):
    log(box)
    box.grow()
    print(box.size)
    return box
