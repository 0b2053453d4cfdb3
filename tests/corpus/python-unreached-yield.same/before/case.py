def rows(source):
    return list(source)
    print(source)
