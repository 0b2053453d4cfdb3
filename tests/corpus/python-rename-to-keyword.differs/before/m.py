def load(path):
    text = open(path).read()
    return text.strip()
