"""What evaluation works on: terms, states, laws, facts about code, languages and libraries."""
