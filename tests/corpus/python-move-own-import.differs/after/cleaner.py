def clean(text):
    import urllib
    return urllib.parse.quote(text)
