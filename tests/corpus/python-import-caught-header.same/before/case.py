try:
    from fast import Error
    from fast import a
except ImportError:
    Error = a = None

print(a, Error)
