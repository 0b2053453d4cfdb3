a = b'x'
