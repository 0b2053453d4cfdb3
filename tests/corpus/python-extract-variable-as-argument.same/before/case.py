def f(box, log):
    log(box)
    print(box.size)
    box.grow()
    return box
