from places import Place


def build(run):
    place = Place()
    return run(place.name)
