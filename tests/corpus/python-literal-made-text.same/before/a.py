a = str('x')
