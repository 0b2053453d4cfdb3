import tempfile


def build(run):
    place = tempfile.TemporaryDirectory()
    return run(place.name)
