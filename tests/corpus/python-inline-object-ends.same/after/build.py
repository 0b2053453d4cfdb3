import tempfile


def build(run):
    return run(tempfile.gettempprefix().name)
