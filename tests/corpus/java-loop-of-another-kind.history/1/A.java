package p;

class A {
    void run(List<Job> jobs) {
        for (int i = 0; i < jobs.size(); i++) {
            prepare(jobs);
            execute(limit, timeout);
            report();
        }
        try {
            close();
        } catch (IOException e) {
            log(e);
        }
    }

}
