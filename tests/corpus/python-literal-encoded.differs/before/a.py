a = 'caf\xe9'.encode('utf-8')
