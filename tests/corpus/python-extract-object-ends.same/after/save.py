def save(path, text):
    _put(path, text)
    return open(path).read()


def _put(path, text):
    file = open(path, "w")
    file.write(text)
    file.close()
