def f():
    return 'a '
