"""Pages that are made from the sources: the rules of each game (one text for clients and documents alike), and the entries of the menu that exist.

Runs inside MkDocs. A page of the menu that another branch of the work has not written yet, and a decision that it does not know yet, cost nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "src"))

from tuilerie.engine.registry import BUILT_IN  # noqa: E402 (the path above makes it importable without an installation)
from tuilerie.words import LANGUAGES, rules_page  # noqa: E402 (as above)

EXAMPLES = {"fr": "Exemples", "en": "Examples"}


def on_config(config: Any) -> Any:
    """The menu names only pages that are there; new decisions appear by themselves."""
    docs = Path(config.docs_dir)
    made = {f"rules/{game}.{lang}.md" for game in BUILT_IN for lang in LANGUAGES}
    config.nav = _existing(config.nav, docs, made)
    return config


def _existing(entries: list[Any], docs: Path, made: set[str]) -> list[Any]:
    kept: list[Any] = []
    for entry in entries:
        if isinstance(entry, str):
            kept.extend([entry] if (docs / entry).exists() else [])
            continue
        ((title, target),) = entry.items()
        if title == "Decisions":
            kept.append({title: sorted(f"adr/{page.name}" for page in (docs / "adr").glob("*.md"))})
        elif isinstance(target, list):
            inside = _existing(target, docs, made)
            kept.extend([{title: inside}] if inside else [])
        elif target in made or (docs / target).exists():
            kept.append(entry)
    return kept


def on_files(files: Files, config: Any) -> Files:
    for game in BUILT_IN:
        for lang in LANGUAGES:
            files.append(File.generated(config, f"rules/{game}.{lang}.md", content=rules_markdown(game, lang)))
    return files


def rules_markdown(game: str, lang: str) -> str:
    """A rules page as Markdown: every clause with its id as an anchor."""
    page = rules_page(game, lang)
    parts = [f"# {page['title']}", f"*{page['subtitle']}*", f"**{page['players']}**" + (f", {page['age']}" if page.get("age") else ""), page["goal"]]
    for section in page["sections"]:
        parts.append(f"## {section['name']}")
        parts.extend(f'<a id="{clause["id"].lower()}"></a>**{clause["id"]}** {clause["text"]}' for clause in section["clauses"])
    parts.append(f"## {EXAMPLES[lang]}")
    parts.extend(f"- {example['text']}" for example in page["examples"])
    parts.append(page["credit"])
    return "\n\n".join(parts) + "\n"
