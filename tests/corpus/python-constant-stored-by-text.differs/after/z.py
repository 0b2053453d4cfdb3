def run(code):
    exec(code)
