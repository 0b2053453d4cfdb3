"""Who a commit is credited to."""

from __future__ import annotations

import pytest

from tracer.vcs import Commit, contributor_of, parse_trailers


def commit(message: str, author: str = "Ada", email: str = "ada@example.org") -> Commit:
    return Commit("0", "t", (), author, email, "", 0, message, parse_trailers(message))


@pytest.mark.parametrize(
    ("trailer", "kind", "model", "name"),
    [
        ("Co-authored-by: Bo <bo@example.org>", "HUMAN", None, "Ada"),
        ("Reviewed-by: Claude <noreply@anthropic.com>", "HUMAN", None, "Ada"),
        ("Co-Authored-By: Claude <noreply@anthropic.com>", "AI", None, "Claude"),
        (
            "Co-Authored-By: Claude Opus 4.5 <noreply@anthropic.com>",
            "AI",
            "Claude Opus 4.5",
            "Claude Opus 4.5",
        ),
        (
            "Co-authored-by: Codex (gpt-5.5) <noreply@openai.com>",
            "AI",
            "gpt-5.5",
            "Codex (gpt-5.5)",
        ),
        (
            "Co-authored-by: Copilot <198982749+Copilot@users.noreply.github.com>",
            "AI",
            None,
            "Copilot",
        ),
        ("Co-authored-by: aider (gpt-4o) <aider@aider.chat>", "AI", "gpt-4o", "aider (gpt-4o)"),
        ("Co-authored-by: Cursor Agent <cursoragent@cursor.com>", "AI", None, "Cursor Agent"),
        ("Assisted-by: Claude:claude-opus-4-5 coccinelle", "HUMAN", None, "Ada"),
        ("Assisted-by: Claude:claude-opus-4-5 [coccinelle]", "MIXED", "claude-opus-4-5", "Claude"),
        ("Assisted-by: vim", "HUMAN", None, "Ada"),
    ],
)
def test_trailers(trailer, kind, model, name):
    """Trailers that name a known agent make it the contributor; others leave the author."""
    found = contributor_of(commit(f"S\n\n{trailer}"))
    assert (found.entity_type, found.model_identifier, found.name) == (kind, model, name)


@pytest.mark.parametrize(
    ("author", "email"),
    [
        ("Claude", "noreply@anthropic.com"),
        ("copilot-swe-agent[bot]", "198982749+Copilot@users.noreply.github.com"),
        ("Ada (aider)", "ada@example.org"),
        (
            "devin-ai-integration[bot]",
            "158243242+devin-ai-integration[bot]@users.noreply.github.com",
        ),
    ],
)
def test_authors(author, email):
    """An agent that commits under its own name is the contributor."""
    assert contributor_of(commit("S", author, email)).entity_type == "AI"


def test_people_with_agents_names_are_people():
    """A person called Claude, and a bot that is no agent, stay what they are."""
    assert contributor_of(commit("S", "Claude Monet", "claude@example.org")).entity_type == "HUMAN"
    found = contributor_of(commit("S", "Mallory", "noreply@anthropic.com.example.org"))
    assert found.entity_type == "HUMAN"


def test_ai_trailer_wins_over_assistance():
    """One agent helped, another wrote: it is AI."""
    message = "S\n\nAssisted-by: copilot:x\nCo-authored-by: Claude <noreply@anthropic.com>"
    assert contributor_of(commit(message)).entity_type == "AI"


def test_message_marker():
    """The line an agent leaves in the message counts when there is no trailer."""
    message = "S\n\n🤖 Generated with [Claude Code](https://claude.com/claude-code)"
    found = contributor_of(commit(message))
    assert (found.entity_type, found.name) == ("AI", "Claude")
