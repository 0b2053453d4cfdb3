a = 'é'.encode('latin-1')
