class Beans {
    @Bean
    Cache cache() {
        return fill();
    }

    @Bean
    Pool pool() {
        return open();
    }
}
