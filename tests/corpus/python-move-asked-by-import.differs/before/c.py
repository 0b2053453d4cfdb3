try:
    from a import f
except ImportError:
    f = None
x = f
