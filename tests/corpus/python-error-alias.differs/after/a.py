try:
    f()
except ValueError:
    pass
