def f():
    return f"{lambda: 1}"
