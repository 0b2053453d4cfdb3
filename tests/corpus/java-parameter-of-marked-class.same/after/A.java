@ThreadSafe
class Mail {
    final String host;

    Mail(String server) {
        this.host = server;
    }
}
