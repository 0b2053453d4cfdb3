def save(path, text):
    file = open(path, "w")
    file.write(text)
    return open(path).read()
