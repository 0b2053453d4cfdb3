try:
    f()
except IOError as error:
    g(error)
