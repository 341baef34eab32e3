"""What a finished library asks of others and offers to others, read from its bytes: ELF, PE, Mach-O or WebAssembly.

Only the forms that our linkers write are known: 64 bits (WebAssembly aside), little-endian.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

ELF_DYNAMIC_SYMBOLS = 11
MACH_SYMBOLS = 0x2
MACH_EXTERNAL, MACH_KIND = 0x01, 0x0E
PE_DIRECTORIES = 112  # where they begin in the optional header
WASM_IMPORTS, WASM_EXPORTS, WASM_FUNCTION = 2, 7, 0


@dataclass(frozen=True)
class Symbols:
    """Names of functions and data."""

    imported: frozenset[str]
    exported: frozenset[str]


def read_symbols(data: bytes) -> Symbols:
    for magic, read in ((b"\x7fELF", _elf), (b"MZ", _pe), (b"\xcf\xfa\xed\xfe", _mach), (b"\0asm", _wasm)):
        if data.startswith(magic):
            imported, exported = read(data)
            return Symbols(frozenset(imported), frozenset(exported))
    raise ValueError("neither ELF, PE, Mach-O nor WebAssembly")


def _text(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode()


def _elf(data: bytes) -> tuple[list[str], list[str]]:
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count = struct.unpack_from("<HH", data, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, table + i * size) for i in range(count)]
    imported: list[str] = []
    exported: list[str] = []
    for _, kind, _, _, begin, length, linked, *_ in sections:
        if kind != ELF_DYNAMIC_SYMBOLS:
            continue
        for at in range(begin + 24, begin + length, 24):  # the first one is empty
            name, _, _, section = struct.unpack_from("<IBBH", data, at)
            (exported if section else imported).append(_text(data, sections[linked][4] + name))
    return imported, exported


def _mach(data: bytes) -> tuple[list[str], list[str]]:
    (count,) = struct.unpack_from("<I", data, 16)
    imported: list[str] = []
    exported: list[str] = []
    at = 32
    for _ in range(count):
        command, size = struct.unpack_from("<II", data, at)
        if command == MACH_SYMBOLS:
            begin, number, strings = struct.unpack_from("<III", data, at + 8)
            for each in range(begin, begin + 16 * number, 16):
                name, kind = struct.unpack_from("<IB", data, each)
                if kind & MACH_EXTERNAL:
                    (exported if kind & MACH_KIND else imported).append(_text(data, strings + name).removeprefix("_"))
        at += size
    return imported, exported


def _pe(data: bytes) -> tuple[list[str], list[str]]:
    (header,) = struct.unpack_from("<I", data, 0x3C)
    (sections,) = struct.unpack_from("<H", data, header + 6)
    (optional,) = struct.unpack_from("<H", data, header + 20)
    table = [
        struct.unpack_from("<IIII", data, header + 24 + optional + 40 * i + 8) for i in range(sections)
    ]  # virtual size, address, size in the file, place in the file

    def place(address: int) -> int:
        return next(at + address - begin for size, begin, _, at in table if begin <= address < begin + size)

    exports, _, imports = struct.unpack_from("<III", data, header + 24 + PE_DIRECTORIES)
    exported = []
    if exports:
        (count,) = struct.unpack_from("<I", data, place(exports) + 24)
        (names,) = struct.unpack_from("<I", data, place(exports) + 32)
        exported = [_text(data, place(each)) for each in struct.unpack_from(f"<{count}I", data, place(names))]
    return _pe_imports(data, place(imports), place) if imports else [], exported


def _pe_imports(data: bytes, at: int, place: Callable[[int], int]) -> list[str]:
    found = []
    while (lookup := struct.unpack_from("<I", data, at)[0]) != 0:
        entry = place(lookup)
        while (name := struct.unpack_from("<Q", data, entry)[0]) != 0:
            found.append(_text(data, place(name) + 2))
            entry += 8
        at += 20
    return found


def _wasm(data: bytes) -> tuple[list[str], list[str]]:
    imported, exported, at = [], [], 8
    while at < len(data):
        section = data[at]
        length, begin = _leb(data, at + 1)
        if section == WASM_IMPORTS:
            imported.append("an import")
        if section == WASM_EXPORTS:
            count, each = _leb(data, begin)
            for _ in range(count):
                size, each = _leb(data, each)
                name, kind = data[each : each + size].decode(), data[each + size]
                _, each = _leb(data, each + size + 1)
                if kind == WASM_FUNCTION:
                    exported.append(name)
        at = begin + length
    return imported, exported


def _leb(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits per byte, and where the next one begins."""
    value, shift = 0, 0
    while True:
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at
