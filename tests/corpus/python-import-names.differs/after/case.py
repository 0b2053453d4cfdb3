import b
import a
