a = b'caf\n'
