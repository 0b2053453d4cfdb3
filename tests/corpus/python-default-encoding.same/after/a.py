a = 'é'.encode()
