"""Makes the branch trace of a program without a processor that records branches: runs in gdb, steps the program one
instruction at a time and writes the blocks as gdbserver does. `gdb -q -batch -ex 'py OUT="x.btrace"; KEEP=0' -x record.py PROGRAM`;
KEEP: how many of the newest blocks are written, 0 for all."""
import gdb

gdb.execute("set pagination off")
gdb.execute("set confirm off")
gdb.execute("starti", to_string=True)

lengths = {}
exited = []
gdb.events.exited.connect(lambda event: exited.append(event))


def at(pc):
    """Length and text of the instruction at an address."""
    if pc not in lengths:
        row = gdb.selected_frame().architecture().disassemble(pc)[0]
        lengths[pc] = (row["length"], row["asm"])
    return lengths[pc]


blocks = []
pc = gdb.selected_frame().pc()
begin = pc
while True:
    length, text = at(pc)
    gdb.execute("stepi", to_string=True)
    if exited:
        # The newest block ends where the program stands: before the system call that ends it.
        blocks.append((begin, pc))
        break
    next = gdb.selected_frame().pc()
    if next == pc and text.startswith("rep"):
        continue
    branches = text.split()[0] in ("call", "jmp", "ret")
    if next != pc + length or branches:
        blocks.append((begin, pc))
        begin = next
    pc = next

kept = blocks[-KEEP:] if KEEP else blocks
with open(OUT, "w") as out:
    out.write('<!DOCTYPE btrace SYSTEM "btrace.dtd">\n<btrace version="1.0">\n')
    for first, last in reversed(kept):
        out.write('<block begin="0x%x" end="0x%x"/>\n' % (first, last))
    out.write("</btrace>\n")
print(len(blocks), "blocks")
