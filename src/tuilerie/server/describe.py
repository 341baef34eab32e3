"""Writes docs/api from the typed definitions: `openapi.json` for HTTP, `socket.md` and `socket.schema.json` for the
socket. A test keeps them up to date.

python -m tuilerie.server.describe docs/api
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from tuilerie import __version__
from tuilerie.server.codes import CLOSES, CODES, RATES
from tuilerie.server.http import api
from tuilerie.server.http.statuses import STATUS
from tuilerie.server.people.identities import COOKIE
from tuilerie.server.process import limits, server_process
from tuilerie.server.socket import connection, conversation
from tuilerie.table import clocks, core, messages
from tuilerie.table.shapes import API
from tuilerie.words import catalogue

REF = "#/components/schemas/{name}"
REFUSED = {
    400: "The message cannot be understood, or asks for something that does not exist.",
    403: "Not allowed for this person or this page.",
    404: "There is no such table, game or page.",
    409: "Not possible at this stage.",
    413: "The body is too long.",
    415: "The body is not `application/json`.",
    429: "Too much at once; wait.",
    503: "The server cannot answer just now; nothing was changed. Ask again in a moment.",
}
WITH_BODY = (400, 413, 415)
CHANGING = (403,)  # pages of other sites, forged cookies
ALWAYS = (429, 503)


def openapi() -> dict[str, Any]:
    kinds = [kind for route in api.ROUTES for kind in (route.takes, route.gives) if _named(kind)] + [api.Failure]
    _, components = msgspec.json.schema_components(kinds, ref_template=REF)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tuilerie",
            "version": __version__,
            "description": "Tables, seats and people. Playing happens on the socket: see socket.md.",
        },
        "security": [{"cookie": []}, {}],
        "paths": _paths(),
        "components": {"schemas": _unwrapped(components), "securitySchemes": {"cookie": _cookie()}},
    }


def _unwrapped(schema: Any) -> Any:
    """The same schema, its descriptions without the line breaks and indents of the source: paragraphs alone remain."""
    if isinstance(schema, dict):
        return {
            key: _paragraphs(value) if key == "description" and isinstance(value, str) else _unwrapped(value)
            for key, value in schema.items()
        }
    return [_unwrapped(each) for each in schema] if isinstance(schema, list) else schema


def _paragraphs(text: str) -> str:
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in inspect.cleandoc(text).split("\n\n"))


def _cookie() -> dict[str, Any]:
    about = (
        "Signed by the server and sent with the first answer to a stranger, who is a guest from "
        "then on. Keep it: it is who you are."
    )
    return {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": about}


def _paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for route in api.ROUTES:
        paths.setdefault(API + route.path, {})[route.method.lower()] = _operation(route)
    return paths


def _operation(route: api.Route) -> dict[str, Any]:
    names = [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
    answers: dict[str, Any] = {"200": {"description": "Done.", "content": _content(route.gives)}}
    for status in statuses(route):
        answers[str(status)] = {"description": REFUSED.get(status, "Refused."), "content": _content(api.Failure)}
        if status == 429:
            answers["429"]["headers"] = {
                "Retry-After": {"description": "Seconds until it may be tried again.", "schema": {"type": "integer"}}
            }
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.about,
        "parameters": [{"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names],
        "responses": answers,
    }
    if route.takes is not None:
        operation["requestBody"] = {"required": True, "content": _content(route.takes)}
    return operation


def statuses(route: api.Route) -> list[int]:
    """Every status of a refusal that this route can answer."""
    return sorted(
        {*route.refuses, *ALWAYS, *(WITH_BODY if route.takes else ()), *(CHANGING if route.method != "GET" else ())}
    )


def _content(kind: Any) -> dict[str, Any]:
    if kind is bytes:
        return {"image/svg+xml": {"schema": {"type": "string"}}}
    return {
        "application/json": {"schema": {"$ref": REF.format(name=kind.__name__)} if _named(kind) else {"type": "object"}}
    }


def _named(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


# --- the socket -------------------------------------------------------------------------------------


def socket_schema() -> dict[str, Any]:
    (client, server), components = msgspec.json.schema_components(
        [messages.FromClient, messages.FromServer], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "protocol": 1,
        "client": client,
        "server": server,
        "$defs": _unwrapped(components),
    }


def socket_reference() -> str:
    """The reference as Markdown: one section per message, one line per field."""
    components = socket_schema()["$defs"]
    return "\n".join(_reference(components)) + "\n"


def _reference(components: dict[str, Any]) -> Iterator[str]:
    yield "# The socket, protocol 1"
    yield (
        "\nGenerated by `python -m tuilerie.server.describe docs/api` from "
        "`src/tuilerie/table/messages.py`; do not edit.\n"
    )
    yield (
        f"Address: `{API}/socket` (WebSocket, JSON text frames, at most "
        f"{messages.LONGEST_MESSAGE} bytes each from the client)."
    )
    yield "\n" + (messages.__doc__ or "").partition("\n\n")[2]
    told: set[str] = set()
    for title, union in (("From the client", messages.FromClient), ("From the server", messages.FromServer)):
        yield f"\n## {title}"
        for kind in get_args(union):
            told.add(kind.__name__)
            yield from _section(f"`{kind.__struct_config__.tag}`", components[kind.__name__])
    yield "\n## Parts"
    for name in sorted(components.keys() - told):
        yield from _section(name, components[name])
    yield from _codes()
    yield from _closes()
    yield from _limits()


def _codes() -> Iterator[str]:
    yield "\n## Refusals\n"
    yield "`why.code` of `refused` and `goodbye`, and of every HTTP answer with a status of 400 or more."
    yield "After `refused` nothing has changed and the connection stays open."
    yield f"Addresses of HTTP below are written without `{API}`, which comes before each."
    yield (
        "Other codes say that the rules forbid a move (`refusal.*`, with the clause), or that terms "
        "or a move cannot be read: show the sentence and let the"
    )
    yield "person choose again.\n"
    yield "| code | HTTP status | sentence | what to do |\n| --- | --- | --- | --- |"
    for code in server_codes():
        yield (
            f"| `server.{code}` | {STATUS.get(code, 400)} | "
            f"{_cell(catalogue('en')[f'server.{code}'])} | {_cell(CODES.get(code, ''))} |"
        )


def server_codes() -> list[str]:
    """Every code of the catalogue that is a refusal of the server."""
    return sorted(
        key.removeprefix("server.") for key in catalogue("en") if key.startswith("server.") and key != "server.page"
    )


def _closes() -> Iterator[str]:
    yield "\n## How a connection ends\n"
    yield "| close code | what happened, what to do |\n| --- | --- |"
    yield from (f"| {code} | {_cell(text)} |" for code, text in sorted(CLOSES.items()))
    yield (
        "| 1002, 1007, 1009 | A frame was not WebSocket, not UTF-8, or too long. No `goodbye`; a fault of the client. |"
    )
    yield (
        "| none, or 1006 | The line broke, or the client did not answer a WebSocket ping within "
        f"{conversation.PING_SECONDS / 2:g} s "
        f"(one comes every {conversation.PING_SECONDS:g} s), or it was more than {connection.MOST_WAITING} messages "
        "behind. "
        "No `goodbye`: come back, at once the first time, then more and more slowly, saying `last`. |"
    )


def _limits() -> Iterator[str]:
    yield "\n## Limits\n"
    yield "Each has a burst that is there at once, and fills again with time. HTTP answers 429.\n"
    yield "| what | at once | then |\n| --- | --- | --- |"
    for name, rate in sorted(rates().items()):
        yield f"| {_cell(RATES.get(name, name))} | {rate.burst:g} | {_pace(rate.per_second)} |"
    yield f"""
- A frame from a client: at most {messages.LONGEST_MESSAGE} bytes; an HTTP body: at most {api.LONGEST_BODY} bytes.
- At most {limits.SOCKETS_AT_ONCE} sockets and {limits.CONNECTIONS_AT_ONCE} connections of one address are open at the \
same time.
- `hello` comes within {conversation.HELLO_SECONDS:g} s of connecting; it is closed after {conversation.MOST_REFUSALS} \
refusals.
- Nonces are revealed within {clocks.REVEAL_MS // 1000} s of the start.
- Up to {core.MOST_MISSED} missed updates are told one by one; who missed more gets a `snapshot`.
- A `beat` comes every {server_process.BEAT_SECONDS:g} s."""


def rates() -> dict[str, limits.Rate]:
    return {name: rate for name, rate in vars(limits).items() if isinstance(rate, limits.Rate)}


def _pace(per_second: float) -> str:
    return f"{per_second:g} a second" if per_second >= 1 else f"one every {1 / per_second:g} s"


def _section(title: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f"\n### {title}\n"
    yield schema.get("description", "")
    fields = {name: field for name, field in schema.get("properties", {}).items() if name != "t"}
    if fields:
        yield "\n| field | type | default | meaning |\n| --- | --- | --- | --- |"
    for name, field in fields.items():
        default = (
            "required"
            if name in schema.get("required", ())
            else f"`{json.dumps(field['default'])}`"
            if "default" in field
            else "absent"
        )
        yield f"| `{name}` | {_type(field)} | {default} | {_meaning(field)} |"


def _meaning(field: dict[str, Any]) -> str:
    texts = [part["description"] for part in (field, *field.get("anyOf", ())) if "description" in part]
    return _cell(" ".join(dict.fromkeys(texts)))


def _cell(text: str) -> str:
    return text.replace("\n", " ").replace("|", "\\|")


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        name = field["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in field:
        return " or ".join(_type(part) for part in field["anyOf"])
    if "enum" in field:
        return " ".join(f"`{json.dumps(value)}`" for value in field["enum"])
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return str(field.get("type", "any"))


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents().items():
        (folder / name).write_text(text, encoding="utf-8")


def documents() -> dict[str, str]:
    return {
        "openapi.json": json.dumps(openapi(), indent=1, ensure_ascii=False) + "\n",
        "socket.schema.json": json.dumps(socket_schema(), indent=1, ensure_ascii=False) + "\n",
        "socket.md": socket_reference(),
    }


if __name__ == "__main__":
    write(Path(sys.argv[1]))
