class Beans {
    @Bean
    Pool pool() {
        return open();
    }

    @Override
    public String toString() {
        return "beans";
    }
}
