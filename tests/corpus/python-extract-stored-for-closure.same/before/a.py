def f(make, run):
    done = make()

    def show():
        return done

    run(show)
    done = 2
    run(show)
