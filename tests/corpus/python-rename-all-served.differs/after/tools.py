import fire


def tell():
    print("a")


def both():
    tell()


if __name__ == "__main__":
    fire.Fire()
