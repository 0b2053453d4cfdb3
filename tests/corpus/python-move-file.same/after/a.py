from b import helper


def run(x):
    return helper(x)
