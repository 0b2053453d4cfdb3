def f(make, run):
    done = _start(make)

    def show():
        return done

    run(show)
    done = 2
    run(show)


def _start(make):
    done = make()
    return done
