package p;

class A {
    void run(List<Job> jobs) {
        for (Job job : jobs) {
            prepare(jobs);
            execute(limit, timeout);
            report();
        }
        try {
            close();
        } catch (IOException e) {
            warn(e);
        }
    }

}
