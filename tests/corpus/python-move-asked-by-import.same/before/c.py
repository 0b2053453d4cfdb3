try:
    from d import f
except ImportError:
    f = None
x = f
