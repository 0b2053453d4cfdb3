"""What git's history says of lines and elements, without a ledger."""
