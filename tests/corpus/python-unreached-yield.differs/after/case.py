def rows(source):
    return list(source)
