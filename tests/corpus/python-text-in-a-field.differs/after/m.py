def f(b):
    return f"{b := 5}"
