try:
    f()
except (OSError, ValueError) as error:
    g(error)
