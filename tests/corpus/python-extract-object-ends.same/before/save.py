def save(path, text):
    file = open(path, "w")
    file.write(text)
    file.close()
    return open(path).read()
