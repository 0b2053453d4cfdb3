def run(code):
    return compile(code, "a", "eval")
