"""Undoing one record's change, wherever its code is now, without losing what came later."""
