try:
    from fast import a
    from fast import Error
except Error:
    Error = a = None

print(a, Error)
