class A:
    __x = 1
