def plan(jobs):
    def cost(job):
        price = job.size * 2
        return price + 1

    jobs = list(filter(cost, jobs))
    return sorted(jobs, key=cost)
