@ConfigurationProperties("mail")
class Mail {
    final String host;

    Mail(String host) {
        this.host = host;
    }
}
