"""What a compiler reads of files with a preprocessor: their texts without the program's macros."""

from tracer.semantics.preprocessor.files import Preprocessed, preprocessed

__all__ = ["Preprocessed", "preprocessed"]
