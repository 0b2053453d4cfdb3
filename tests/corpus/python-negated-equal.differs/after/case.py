def pick(a, b):
    if a != b:
        print(b)
    else:
        print(a)
