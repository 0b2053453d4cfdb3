a = 'é'.encode('utf-8')
