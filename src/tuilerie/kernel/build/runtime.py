"""What Numba's code expects around it, as LLVM's text: its allocator, and a stop where an exception would be raised.

A block is a header (Numba's MemInfo: count, destructor, its argument, address and size of the data) in 64 bytes, and
the data. Natively it comes from `malloc`. In WebAssembly there is no C library and one thread: blocks come in powers of
two and are kept in a list per size.
"""

from __future__ import annotations

# A root is one instruction everywhere. The first thing Numba does with an exception is to take Python's lock. There is
# no Python: it stops here, and
# LLVM drops the rest of the way. Numba counts digits by a logarithm only to word an exception: that stops here, too.
STOPS = """
declare void @llvm.trap()
declare double @llvm.sqrt.f64(double)
define double @sqrt(double %x) {
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}
define void @numba_gil_ensure(ptr %lock) noreturn {
  call void @llvm.trap()
  unreachable
}
define void @PyErr_SetString(ptr %kind, ptr %text) noreturn {
  call void @llvm.trap()
  unreachable
}
define double @tuilerie_log10(double %x) noreturn {
  call void @llvm.trap()
  unreachable
}
"""

_ALLOCATORS = """
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
  %whole = add i64 %size, 128
  %block = call ptr @tuilerie_take(i64 %whole)
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %none, label %some
none:
  ret ptr null
some:
  %address = ptrtoint ptr %block to i64
  %beyond = add i64 %address, 127
  %aligned = and i64 %beyond, -64
  %offset = sub i64 %aligned, %address
  %data = getelementptr i8, ptr %block, i64 %offset
  store i64 1, ptr %block
  %dtor = getelementptr i8, ptr %block, i64 8
  store ptr null, ptr %dtor
  %at = getelementptr i8, ptr %block, i64 DATA
  store ptr %data, ptr %at
  %long = getelementptr i8, ptr %block, i64 SIZE
  store i64 %size, ptr %long
  ret ptr %block
}
define ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %block
}
define ptr @NRT_MemInfo_alloc(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  ret ptr %block
}
define ptr @NRT_MemInfo_alloc_safe(i64 %size) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 16)
  ret ptr %block
}
define ptr @NRT_MemInfo_alloc_safe_aligned_external(i64 %size, i32 %align, ptr %other) {
  %block = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %block
}
define ptr @NRT_Allocate(i64 %size) {
  %whole = add i64 %size, 16
  %block = call ptr @tuilerie_take(i64 %whole)
  %missing = icmp eq ptr %block, null
  br i1 %missing, label %none, label %some
none:
  ret ptr null
some:
  store i64 %whole, ptr %block
  %data = getelementptr i8, ptr %block, i64 16
  ret ptr %data
}
define void @NRT_Free(ptr %data) {
  %block = getelementptr i8, ptr %data, i64 -16
  %whole = load i64, ptr %block
  call void @tuilerie_give(ptr %block, i64 %whole)
  ret void
}
define void @NRT_MemInfo_call_dtor(ptr %block) {
  %long = getelementptr i8, ptr %block, i64 SIZE
  %size = load i64, ptr %long
  %whole = add i64 %size, 128
  call void @tuilerie_give(ptr %block, i64 %whole)
  ret void
}
"""

_MALLOC = """
declare ptr @malloc(i64)
declare void @free(ptr)
define ptr @tuilerie_take(i64 %size) {
  %block = call ptr @malloc(i64 %size)
  ret ptr %block
}
define void @tuilerie_give(ptr %block, i64 %size) {
  call void @free(ptr %block)
  ret void
}
"""

_WASM = """
@__heap_base = external global i8
@tuilerie_top = internal global i32 0
@tuilerie_lists = internal global [32 x ptr] zeroinitializer
declare i32 @llvm.wasm.memory.size.i32(i32)
declare i32 @llvm.wasm.memory.grow.i32(i32, i32)
declare i32 @llvm.ctlz.i32(i32, i1)
define internal i32 @tuilerie_class(i64 %size) {
  %short = trunc i64 %size to i32
  %less = sub i32 %short, 1
  %zeros = call i32 @llvm.ctlz.i32(i32 %less, i1 false)
  %class = sub i32 32, %zeros
  ret i32 %class
}
define ptr @tuilerie_take(i64 %size) {
  %huge = icmp ugt i64 %size, 1073741824
  br i1 %huge, label %none, label %try
none:
  ret ptr null
try:
  %class = call i32 @tuilerie_class(i64 %size)
  %list = getelementptr [32 x ptr], ptr @tuilerie_lists, i32 0, i32 %class
  %first = load ptr, ptr %list
  %empty = icmp eq ptr %first, null
  br i1 %empty, label %fresh, label %used
used:
  %next = load ptr, ptr %first
  store ptr %next, ptr %list
  ret ptr %first
fresh:
  %before = load i32, ptr @tuilerie_top
  %never = icmp eq i32 %before, 0
  %base = ptrtoint ptr @__heap_base to i32
  %beyond = add i32 %base, 63
  %begin = and i32 %beyond, -64
  %at = select i1 %never, i32 %begin, i32 %before
  %bytes = shl i32 1, %class
  %top = add i32 %at, %bytes
  %pages = call i32 @llvm.wasm.memory.size.i32(i32 0)
  %have = shl i32 %pages, 16
  %fits = icmp ule i32 %top, %have
  br i1 %fits, label %given, label %grow
grow:
  %lacking = sub i32 %top, %have
  %whole = lshr i32 %lacking, 16
  %more = add i32 %whole, 1
  %old = call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %more)
  %failed = icmp eq i32 %old, -1
  br i1 %failed, label %none, label %given
given:
  store i32 %top, ptr @tuilerie_top
  %block = inttoptr i32 %at to ptr
  ret ptr %block
}
define void @tuilerie_give(ptr %block, i64 %size) {
  %class = call i32 @tuilerie_class(i64 %size)
  %list = getelementptr [32 x ptr], ptr @tuilerie_lists, i32 0, i32 %class
  %first = load ptr, ptr %list
  store ptr %first, ptr %block
  store ptr %block, ptr %list
  ret void
}
define ptr @reserve(i32 %size) {
  %long = zext i32 %size to i64
  %block = call ptr @tuilerie_take(i64 %long)
  ret ptr %block
}
"""


def text(wasm: bool) -> str:
    """The runtime of a native library, or of a WebAssembly module, whose addresses have 32 bits."""
    data, size = (16, 24) if wasm else (24, 32)
    return STOPS + (_WASM if wasm else _MALLOC) + _ALLOCATORS.replace("DATA", str(data)).replace("SIZE", str(size))
