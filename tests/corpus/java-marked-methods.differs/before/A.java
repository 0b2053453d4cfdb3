class Beans {
    @Bean
    Pool pool() {
        return open();
    }

    @Bean
    Cache cache() {
        return fill();
    }
}
