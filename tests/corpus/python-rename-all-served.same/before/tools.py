import fire


def show():
    print("a")


def both():
    show()


if __name__ == "__main__":
    fire.run()
