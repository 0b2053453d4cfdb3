def run(code):
    return eval(code)
