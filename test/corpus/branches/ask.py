"""Asks gdb what it says of a branch trace that a stub gives it: the histories, where each kind of step leads from each
instruction (`*`: to an end of the recording, `!`: gdb refuses), and the stack there. The table is what gdb's words come to."""
import gdb, re, sys


def say(command):
    try:
        return gdb.execute(command, to_string=True)
    except gdb.error as error:
        return "ERR %s\n" % error


for setting in (
    "pagination off",
    "width 0",
    "confirm off",
    "record function-call-history-size unlimited",
    "record instruction-history-size unlimited",
    "backtrace past-main on",
    "backtrace past-entry on",
):
    gdb.execute("set " + setting)
say("record btrace " + FORMAT)
said = []
for command in ("info record", "record function-call-history /cil", "record instruction-history"):
    said.append("=== %s\n%s" % (command, say(command)))

if FORMAT == "pt":
    open(OUT, "w").write("".join(said))
    gdb.execute("kill")
    gdb.execute("quit")

steps = ("stepi", "reverse-stepi", "nexti", "reverse-nexti", "step", "next", "finish", "reverse-step", "reverse-next", "reverse-finish")


def number():
    found = re.search(r"Replay in progress\.  At instruction (\d+)", say("info record"))
    return found.group(1) if found else "end"


count = int(re.search(r"Recorded (\d+) instructions", say("info record")).group(1))
rows, stacks = [], []
for each in range(1, count + 1):
    if say("record goto %d" % each).startswith("ERR"):
        continue
    lines = re.findall(r"^#\d+ +(?:(0x[0-9a-f]+) in )?(\S+) \(.*?\)(?: at (\S+))?$", say("bt"), re.M)
    pc = hex(gdb.selected_frame().pc())
    stacks.append("%d %s" % (each, " ".join("%s:%s:%s" % (at or pc, name, line) for at, name, line in lines)))
    row = []
    for step in steps:
        say("record goto %d" % each)
        text = say(step)
        row.append(number() + ("!" if text.startswith("ERR") else "*" if "No more reverse-execution history" in text else ""))
    rows.append("%d %s" % (each, " ".join(row)))
said.append("=== steps %s\n%s\n" % (" ".join(steps), "\n".join(rows)))
said.append("=== stacks\n%s\n" % "\n".join(stacks))
open(OUT, "w").write("".join(said))
