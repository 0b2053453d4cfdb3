try:
    from fast import a
    from fast import Error
except ImportError:
    Error = a = None

print(a, Error)
