from places import Place


def build(run):
    return run(Place().name)
