def pick(a, b):
    if a is not b:
        print(b)
    else:
        print(a)
