class Beans {
    @Override
    public String toString() {
        return "beans";
    }

    @Bean
    Pool pool() {
        return open();
    }
}
