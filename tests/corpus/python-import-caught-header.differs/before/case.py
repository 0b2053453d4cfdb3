try:
    from fast import Error
    from fast import a
except Error:
    Error = a = None

print(a, Error)
