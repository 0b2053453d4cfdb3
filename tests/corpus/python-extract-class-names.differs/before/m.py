x = 1


class A:
    x = 2
    print(x)
