import urllib.parse


def g(x):
    return urllib.request.quote(x)
