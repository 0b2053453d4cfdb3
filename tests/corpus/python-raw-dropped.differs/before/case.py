P = r'\d'
Q = R'\n'
