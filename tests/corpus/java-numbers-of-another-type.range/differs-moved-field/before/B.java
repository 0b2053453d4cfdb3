import java.util.List;

class B {}
