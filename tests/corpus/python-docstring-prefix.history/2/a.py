def get(url):
    r"""Send it.

    :param \*args: rest
    """
    return url
