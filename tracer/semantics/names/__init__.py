"""Which names a file binds, where they are used, and what they mean there."""
