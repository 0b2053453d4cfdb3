def f(a):
    return a  +  1
