def f(make, run):
    done = make(lambda: done)

    def show():
        return done

    run(show)
    done = 2
    run(show)
