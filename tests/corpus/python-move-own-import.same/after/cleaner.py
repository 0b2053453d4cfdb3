def clean(text):
    import urllib.parse
    return urllib.parse.quote(text)
