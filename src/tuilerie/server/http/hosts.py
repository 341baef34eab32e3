"""What this server is called. A stranger's page can make the name of its own site point at this machine (DNS rebinding)
and would then be our own page to a browser; the name that the browser asks for tells the two apart.
"""

from __future__ import annotations

import re
import socket
from urllib.parse import urlsplit

from tuilerie.engine.errors import BadInput
from tuilerie.server.http.addresses import Address, read_address
from tuilerie.server.process.options import Options

FORM = re.compile(r"(?:\[([0-9a-f:.%]+[a-z0-9]*)\]|([a-z0-9_](?:[a-z0-9_.-]{0,250}[a-z0-9_])?)\.?)(?::[0-9]{1,5})?")


def read_host(text: str) -> str | None:
    """The name or address of a `Host` header, without its port; None for nonsense."""
    found = FORM.fullmatch(text.lower()) if len(text) < 300 and text.isascii() else None
    return (found[1] or found[2]) if found else None


def read_name(text: str) -> str:
    """A name as a person writes it on the command line."""
    name = read_host(text.strip())
    if name is None:
        raise BadInput("serve.name", text=text[:80])
    return name


class Hosts:
    """The names of this server: those it was told, those of this machine, and addresses that only a household or this
    machine can reach.
    """

    def __init__(self, options: Options) -> None:
        told = {read_name(name) for name in options.names}
        if options.link and (linked := urlsplit(options.link).hostname):
            told.add(linked)
        self.unknown = options.proxied and not told  # the proxy knows what we are called, we do not
        bound = read_host(f"[{options.host}]" if ":" in options.host else options.host)
        machine = socket.gethostname().lower().rstrip(".")
        short = machine.partition(".")[0]
        self._names = told | {name for name in (bound, machine, short, f"{short}.local") if name} | {"localhost"}

    def knows(self, header: str | None, reached: str | None) -> bool:
        """`reached` is the address of ours that the connection came to."""
        host = read_host(header) if header is not None else None
        if host is None:
            return False
        if self.unknown or host in self._names or host.endswith(".localhost"):
            return True
        address = read_address(host)
        return address is not None and (_is_near(address) or (reached is not None and address == read_address(reached)))


def _is_near(address: Address) -> bool:
    """Loopback, private, link-local or behind a carrier: addresses that no public name server gives a home, and no name
    at all.
    """
    return not (address.is_global or address.is_unspecified or address.is_multicast)
