import tempfile


def build(run):
    return run(tempfile.TemporaryDirectory().name)
