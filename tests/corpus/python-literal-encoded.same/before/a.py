a = 'caf\n'.encode('utf-8')
