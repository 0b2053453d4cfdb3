"""Random stories of people, agents, refactorings and git, told against a truth of their own."""
