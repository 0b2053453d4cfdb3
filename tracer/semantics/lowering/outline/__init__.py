"""What a file defines and imports, read off its tree without lowering any code."""
