a = str(b'x')
