class A:
    length = 1
