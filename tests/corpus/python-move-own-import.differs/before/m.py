def clean(text):
    import urllib.parse
    return urllib.parse.quote(text)


def show(text):
    print(clean(text), text)
