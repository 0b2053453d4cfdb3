P = r'\d'
Q = '\n'
