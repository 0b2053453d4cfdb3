def pick(a, b):
    if a == b:
        print(a)
    else:
        print(b)
