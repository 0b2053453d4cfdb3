class A:
    __y = 1
