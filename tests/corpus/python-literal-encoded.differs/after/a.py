a = b'caf\xe9'
