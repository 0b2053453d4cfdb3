try:
    f()
except (EnvironmentError, IOError) as error:
    g(error)
