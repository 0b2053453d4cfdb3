class A:
    size = 1
