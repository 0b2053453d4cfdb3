def f():
    '''Give one.'''
    return 1
