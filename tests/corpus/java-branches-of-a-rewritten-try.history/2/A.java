package p;

class A {
    void main(String[] args) {
        Checker checker = null;
        int errors = 0;
        try {
            checker = new Checker(config(args));
            errors = checker.process(args);
        } catch (ParseException wrong) {
            errors = STATUS;
            out.println(wrong.getMessage());
            help(out, options());
        } finally {
            if (errors > 0) {
                System.exit(errors);
            }
        }
    }
}
