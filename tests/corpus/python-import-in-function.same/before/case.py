def f(x):
    import sys, os
    from a import c, b
    return os, sys, b, c, x
