"""Pages that are made from the sources: the rules of each game (one text for clients and documents alike), and the
entries of the menu that exist.

`make rules-pages` writes docs/rules, so that links lead there in a clone too; a test keeps them up to date. The rest
runs inside MkDocs: a page of the menu that is not written yet, and a decision that the menu does not name yet, cost
nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "src"))

from tuilerie.engine.registry import BUILT_IN  # noqa: E402 (the path above makes it importable without an installation)
from tuilerie.words import LANGUAGES, grammar, rules_page, say  # noqa: E402 (as above)


def on_config(config: Any) -> Any:
    """The menu names only pages that are there; new decisions appear by themselves."""
    config.nav = _existing(config.nav, Path(config.docs_dir))
    return config


def _existing(entries: list[Any], docs: Path) -> list[Any]:
    kept: list[Any] = []
    for entry in entries:
        if isinstance(entry, str):
            kept.extend([entry] if (docs / entry).exists() else [])
            continue
        ((title, target),) = entry.items()
        if title == "Decisions":
            kept.append({title: sorted(f"adr/{page.name}" for page in (docs / "adr").glob("*.md"))})
        elif title == "Rules":
            kept.append({title: [*_rules_pages(), *_existing(target, docs)]})
        elif isinstance(target, list):
            inside = _existing(target, docs)
            kept.extend([{title: inside}] if inside else [])
        elif (docs / target).exists():
            kept.append(entry)
    return kept


def _rules_pages() -> list[dict[str, str]]:
    """Every game in every language, by its title there."""
    return [
        {f"{rules_page(game, lang)['title']} ({grammar(lang).name})": f"rules/{game}.{lang}.md"}
        for game in BUILT_IN
        for lang in LANGUAGES
    ]


def rules_pages() -> dict[str, str]:
    """Every page of docs/rules by its name."""
    return {f"{game}.{lang}.md": rules_markdown(game, lang) for game in BUILT_IN for lang in LANGUAGES}


def rules_markdown(game: str, lang: str) -> str:
    """A rules page as Markdown: every clause with its id as an anchor."""
    page = rules_page(game, lang)
    parts = [
        f"# {page['title']}",
        f"*{page['subtitle']}*",
        f"**{page['players']}**" + (f", {page['age']}" if page.get("age") else ""),
        page["goal"],
    ]
    for section in page["sections"]:
        parts.append(f"## {section['name']}")
        parts.extend(
            f'<a id="{clause["id"].lower()}"></a>**{clause["id"]}** {clause["text"]}' for clause in section["clauses"]
        )
    parts.append(f"## {say('cli.rules.examples', lang)}")
    parts.extend(f"- {example['text']}" for example in page["examples"])
    parts.append(page["credit"])
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    for name, text in rules_pages().items():
        (ROOT / "docs" / "rules" / name).write_text(text, encoding="utf-8")
