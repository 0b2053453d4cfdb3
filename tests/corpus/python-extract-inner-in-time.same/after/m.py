def plan(jobs):
    def cost(job):
        return weigh(job)

    jobs = list(jobs)

    def weigh(job):
        price = job.size * 2
        return price + 1

    return sorted(jobs, key=cost)
