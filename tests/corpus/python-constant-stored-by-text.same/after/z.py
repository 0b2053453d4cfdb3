def run(code):
    return compile(code, "a", "exec")
