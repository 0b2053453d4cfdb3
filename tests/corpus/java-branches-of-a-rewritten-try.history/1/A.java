package p;

class A {
    void main(String[] args) {
        Checker checker = null;
        try {
            checker = new Checker(config(args));
            checker.process(args);
        } catch (final ParseException e) {
            e.printStackTrace();
            usage();
        } finally {
            checker.destroy();
        }
    }
}
