def f(a):
    size = a + 1
    return 'v={value}'.format(**locals())
