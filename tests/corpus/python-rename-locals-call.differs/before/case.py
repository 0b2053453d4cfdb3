def f(a):
    value = a + 1
    return 'v={value}'.format(**locals())
