def w():
    global open
    open = None
