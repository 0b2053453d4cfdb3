try:
    f()
except OSError as error:
    g(error)
