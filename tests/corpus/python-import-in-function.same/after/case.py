def f(x):
    import os
    import sys
    from a import b, c
    return os, sys, b, c, x
