try:
    f()
except (OSError, IOError) as error:
    g(error)
