try:
    f()
except IOError:
    pass
