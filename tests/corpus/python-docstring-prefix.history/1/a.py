def get(url):
    """Send it.

    :param \*args: rest
    """
    return url
