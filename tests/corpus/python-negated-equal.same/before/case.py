def pick(a, b):
    if a is b:
        print(a)
    else:
        print(b)
