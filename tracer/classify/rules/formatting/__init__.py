"""Rules for code that is only spelled or laid out otherwise."""
