class A(object):
    x = 1
