"""Makes packet streams of known paths with libipt's encoder, and writes down what its decoder says of them: record.py.
Wants gcc, g++, objdump, readelf and libipt-dev 2.0.5 on x86-64. The programs run one instruction at a time (step.c)."""
import hashlib, os, random, re, subprocess, sys, tempfile

here = os.path.dirname(os.path.abspath(__file__))
os.chdir(here)
work = tempfile.mkdtemp()


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **options).stdout


common = ["-g0", "-fno-stack-protector", "-fcf-protection=none", "-fno-asynchronous-unwind-tables"]
if "--keep-programs" not in sys.argv:
    for level in ("O0", "O2"):
        run("gcc", *common, "-" + level, "-nostdlib", "-static", "-no-pie", "-o", "flow-" + level, "flow.c")
    run("gcc", "-nostdlib", "-static", "-no-pie", "-Wl,-z,noseparate-code", "-o", "enter", "enter.s")
    cpp = [*common, "-fno-rtti", "-fno-exceptions"]
    run("g++", *cpp, "-O1", "-shared", "-fPIC", "-nostdlib", "-o", "libkinds.so", "kinds.cc")
    run("g++", *cpp, "-O1", "-pie", "-fPIE", "-o", "shapes", "shapes.cc", "-L.", "-lkinds", "-Wl,-z,now,-rpath,$ORIGIN")
tools = {name: os.path.join(work, name) for name in ("libipt", "step")}
run("gcc", "-O2", "-o", tools["libipt"], "libipt.c", "-lipt")
run("gcc", "-O2", "-o", tools["step"], "step.c")


def symbol(program, name):
    return int(re.search(r"^([0-9a-f]+) . %s$" % name, run("nm", program, text=True), re.M).group(1), 16)


def segments(program, slide):
    """What the programs' code is: file, offset, size, address."""
    rows = re.findall(r"LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x(\w+) 0x\w+ R E", run("readelf", "-lW", program, text=True))
    return [(program, int(offset, 16), int(size, 16), int(address, 16) + slide) for offset, address, size in rows]


def instructions(program, slide):
    rows = re.findall(r"^ +([0-9a-f]+):\t([0-9a-f ]+?) *\t(.*)$", run("objdump", "-dw", program, text=True), re.M)
    return {int(at, 16) + slide: (len(raw.split()), re.sub(r"^(bnd|notrack|rep\w*) ", "", text)) for at, raw, text in rows}


class Path:
    """What ran: addresses, and the programs that they are in."""

    def __init__(self, program, function):
        lines = run(tools["step"], "./" + program, hex(symbol(program, function)), text=True).split("\n")
        self.images, self.code = {}, {}
        for line in lines:
            row = re.match(r"# (\w+)-\w+ \S+ (\w+) .*/(\S+)$", line)
            if row and os.path.exists(row.group(3)) and row.group(3) not in self.images:
                name = row.group(3)
                load = segments(name, 0)[0]
                slide = int(row.group(1), 16) - (load[3] & ~0xfff)
                self.images[name] = slide
                self.code.update(instructions(name, slide))
        self.all = [int(line, 16) for line in lines if line and line[0] != "#"]


class RecordedPath(Path):
    """What a document's blocks say that ran."""

    def __init__(self, document, program, slide):
        self.images, self.code, self.all = {program: slide}, instructions(program, slide), []
        for begin, end in reversed(re.findall(r'begin="(\w+)" end="(\w+)"', open(document).read())):
            at = int(begin, 16)
            while at != int(end, 16):
                self.all.append(at)
                at += self.code[at][0]
            self.all.append(at)


class Clock:
    """A processor's clock, and the packets of some `kinds` that it gives; some are lost."""

    def __init__(self, seed, kinds, mtc=3, ratio=(168, 2), nominal=24, lost=0.0, step=400):
        self.random = random.Random(seed)
        self.kinds, self.mtc, self.ratio, self.nominal, self.lost, self.step = kinds, mtc, ratio, nominal, lost, step
        self.tsc, self.turbo, self.last = 0x12345678, 30, 0x12345678

    def ctc(self):
        return self.tsc * self.ratio[1] // self.ratio[0]

    def tick(self):
        """Time passes; the packets that are due."""
        before = self.ctc() >> self.mtc
        self.tsc += self.random.randrange(self.step)
        due = []
        if "mtc" in self.kinds and self.ctc() >> self.mtc != before and self.random.random() >= self.lost:
            due += self.cycles() + ["mtc %x" % ((self.ctc() >> self.mtc) & 0xFF)]
        if "cbr" in self.kinds and self.random.random() < 0.02:
            self.turbo = self.random.randrange(8, 40)
            due.append("cbr %x" % self.turbo)
        if "tsc" in self.kinds and self.random.random() < 0.02:
            due += self.time()
        return due

    def time(self):
        base = -(-self.ctc() * self.ratio[0] // self.ratio[1])
        due = ["tsc %x" % self.tsc]
        return due + ["tma %x %x" % (self.ctc() & 0xFFFF, (self.tsc - base) & 0x1FF)] if "tma" in self.kinds else due

    def header(self):
        return self.time() + (["cbr %x" % self.turbo] if "cbr" in self.kinds else [])

    def cycles(self):
        passed, self.last = (self.tsc - self.last) * self.turbo // self.nominal, self.tsc
        return ["cyc %x" % passed] if "cyc" in self.kinds and passed and self.random.random() >= self.lost else []


class Stream:
    """Packets of a path. Settings: `long` TNT packets, no `compress`ed returns, `ipc` of addresses, `psb` every so many
    branches, `times`, a `clock`, what happens `at` some instructions."""

    def __init__(self, path, mode="exec 1 0", long=False, compress=True, ipc=3, psb=0, times=False, at={}, clock=None):
        self.lines, self.bits, self.stack, self.last = [], [], [], 0
        self.clock = clock
        self.long, self.compress, self.ipc, self.mode = long, compress, ipc, mode
        self.begin(path.all[0])
        branches = 0
        for index, (pc, to) in enumerate(zip(path.all, path.all[1:])):
            if to not in path.code or pc not in path.code:
                if pc in path.code:
                    self.branch(path, pc, to, True)
                break
            if index in at:
                at[index](self, pc, to)
                if at[index].__name__ == "stop":
                    return
            if self.branch(path, pc, to):
                branches += 1
                due = self.clock.tick() if self.clock else []
                if due:
                    self.flush()
                    self.lines += due
                if psb and branches % psb == 0:
                    self.flush()
                    self.header(to)
                if times and branches % 7 == 0:
                    self.flush()
                    self.lines += ["mtc %x" % (branches & 255), "cyc %x" % branches, "cyc 12345"]
                    self.lines += ["tsc %x" % (branches * 1000), "tma 12 34", "cbr 20", "pad"]
        self.flush()

    def begin(self, ip):
        times = self.clock.header() if self.clock else []
        self.lines += ["psb", *times, self.mode, "psbend", "pge 3 %x" % ip]
        self.last = ip

    def header(self, ip):
        times = self.clock.header() if self.clock else ["tsc 1234", "tma 1 2", "cbr 20"]
        self.lines += ["psb", "pad", *times, self.mode, "fup 3 %x" % ip, "psbend"]
        self.last = ip
        self.stack = []

    def flush(self):
        most = 47 if self.long else 6
        if self.clock and self.bits:
            self.lines += self.clock.cycles()
        for at in range(0, len(self.bits), most):
            bits = self.bits[at : at + most]
            self.lines.append("%s %x %x" % ("tnt64" if self.long else "tnt8", len(bits), int("".join(map(str, bits)), 2)))
        self.bits = []

    def ip(self, kind, to):
        self.flush()
        if self.clock:
            self.lines += self.clock.cycles()
        ipc = self.ipc
        if ipc == "least":
            ipc = 1 if to >> 16 == self.last >> 16 else 2 if to >> 32 == self.last >> 32 else 4 if to >> 48 == self.last >> 48 else 6
        mask = {1: 0xFFFF, 2: 0xFFFFFFFF, 3: 0xFFFFFFFFFFFF, 4: 0xFFFFFFFFFFFF, 6: (1 << 64) - 1}[ipc]
        self.lines.append("%s %x %x" % (kind, ipc, to & mask))
        self.last = to

    def branch(self, path, pc, to, ends=False):
        size, text = path.code[pc]
        word, _, operand = text.partition(" ")
        indirect = operand.strip().startswith("*")
        if word in ("syscall", "int3"):
            self.flush()
            self.lines.append("pgd 0")
            self.ip("pge", to)
            return True
        if ends:
            self.ip("pgd", to)
        elif word.startswith("j") and word != "jmp":
            self.bits.append(int(to != pc + size))
            return True
        elif word.startswith("call"):
            if indirect:
                self.ip("tip", to)
            if to != pc + size:
                self.stack = (self.stack + [pc + size])[-64:]
        elif word == "jmp":
            if indirect:
                self.ip("tip", to)
            return indirect
        elif word.startswith("ret"):
            if self.compress and self.stack and self.stack[-1] == to:
                self.stack.pop()
                self.bits.append(1)
            else:
                self.ip("tip", to)
            return True
        elif to != pc + size and not (text.startswith("rep") and to == pc):
            # A signal arrived.
            self.flush()
            self.lines.append("fup 3 %x" % pc)
            self.ip("tip", to)
        return False


def raw(stream):
    lines = stream if isinstance(stream, list) else stream.lines
    return run(tools["libipt"], "encode", input=("\n".join(lines) + "\n").encode())


out = open("streams.txt", "w")


def answers(data, images, cpu):
    name = os.path.join(work, "raw")
    open(name, "wb").write(data)
    rows = [str(each) for image in images.items() for row in segments(*image) for each in row]
    return run(tools["libipt"], "decode", name, str(cpu[0]), str(cpu[1]), *rows, text=True, stderr=subprocess.DEVNULL)


def write(name, data, images, cpu=(0, 0)):
    out.write("=== %s\ncpu %d %d\n" % (name, *cpu))
    for image in images.items():
        out.write("image %s %x\n" % image)
    out.write("raw %s\n%s" % (data.hex(), answers(data, images, cpu)))


def alter(name, data, images, patches, cpu=(0, 0)):
    """The stream named before, cut, or with other bytes."""
    changed = bytearray(data)
    for at, byte in patches:
        if byte is None:
            del changed[at:]
        else:
            changed[at] = byte
    text = " ".join("%d:%s" % (at, "cut" if byte is None else "%02x" % byte) for at, byte in patches)
    rows = answers(bytes(changed), images, cpu).splitlines(True)
    runs = "".join(row for row in rows if not row.startswith("gap"))
    out.write("=== %s %s\n" % (name, text) + "".join(row for row in rows if row.startswith("gap")))
    out.write("runs %d %s\n" % (runs.count("\n"), hashlib.sha1(runs.encode()).hexdigest()[:16]))


flow = Path("flow-O0", "flow")
fast = Path("flow-O2", "flow")
signals = Path("flow-O0", "signals")
shapes = Path("shapes", "total")
skylake, broadwell, apollo, goldmont, server = (6, 0x4E), (6, 0x3D), (6, 0x5C), (6, 0x7A), (6, 0x55)


def interrupt(self, pc, to):
    self.flush()
    self.lines += ["fup 3 %x" % pc, "pgd 0", "pge 3 %x" % pc]
    self.last = pc


def system(self, pc, to):
    """An interrupt, with all that a system tells of at it."""
    self.flush()
    self.lines += ["fup 3 %x" % pc, "pip 1000 1", "vmcs 2000", "exec 1 0", "pgd 0", "pip 3000 0", "vmcs 4000"]
    self.lines += ["exec 1 0", "pge 3 %x" % pc]
    self.last = pc


def everything(self, pc, to):
    self.flush()
    self.lines += ["mnt 123456789", "pwre 3 2 1", "pwrx 1 2 1", "exstop 0", "cbr 30"]
    self.lines += ["exstop 1", "fup 3 %x" % pc, "mwait 12 34", "fup 3 %x" % pc, "ptw 1 1 123456789", "fup 3 %x" % pc]
    self.last = pc


def transaction(self, pc, to):
    self.flush()
    self.lines += ["tsx 1 0", "fup 3 %x" % pc]
    self.last = pc


def commit(self, pc, to):
    self.flush()
    self.lines += ["tsx 0 0", "fup 3 %x" % pc]
    self.last = pc


def abort(self, pc, to):
    self.flush()
    self.lines += ["tsx 0 1", "fup 3 %x" % pc, "tip 3 %x" % pc]
    self.last = pc


def overflow(self, pc, to):
    self.bits = []
    self.lines += ["ovf", "tsc 77", "fup 3 %x" % pc]
    self.last, self.stack = pc, []


def lost(self, pc, to):
    self.bits = []
    self.lines += ["ovf", "pad", "pge 3 %x" % pc]
    self.last, self.stack = pc, []


def stop(self, pc, to):
    self.flush()
    self.lines += ["fup 3 %x" % pc, "pgd 0", "stop"]


def withoutFup(self, pc, to):
    """SKD010, where an indirect branch follows."""
    self.bits = []
    self.lines += ["ovf", "tsc 77"]
    self.stack = []


def extraDisable(self, pc, to):
    """APL11."""
    self.bits = []
    self.lines += ["ovf", "tsc 77", "pgd 0", "pge 3 %x" % pc]
    self.last, self.stack = pc, []


def extraFup(self, pc, to):
    """APL12."""
    self.bits = []
    self.lines += ["ovf", "fup 3 %x" % pc, "pge 3 %x" % pc]
    self.last, self.stack = pc, []


def hiddenOverflow(self, pc, to):
    """SKD007."""
    self.bits = []
    self.lines += ["raw 7", "raw 2", "raw f3", "fup 3 %x" % pc]
    self.last, self.stack = pc, []


def badTma(self, pc, to):
    """SKZ84."""
    self.flush()
    self.lines += ["raw 2", "raw 73", "raw 1", "raw 2", "raw 3", "raw 4", "raw 5", "pad"]


def voidFup(self, pc, to):
    """BDM70."""
    self.flush()
    self.lines += ["fup 3 %x" % pc, "pgd 0", "psb", self.mode, "fup 3 401000", "psbend", "pge 3 %x" % pc]
    self.last, self.stack = pc, []


def wrongBranch(self, pc, to):
    """BDM64: a branch is recorded as one that leads elsewhere."""
    self.flush()
    self.lines += ["tsx 0 1", "fup 3 %x" % pc, "tip 3 %x" % pc]


where = {index: call for index, call in zip(range(31, 4000, 257), [transaction, commit, interrupt, everything, system] * 4)}
base = Stream(flow, psb=40)
full = raw(Stream(flow, psb=60, times=True, at=where))
streams = [
    ("O0", raw(Stream(flow)), flow.images),
    ("O0, long TNT", raw(Stream(flow, long=True)), flow.images),
    ("O0, returns not compressed", raw(Stream(flow, compress=False)), flow.images),
    ("O0, whole addresses", raw(Stream(flow, ipc=6)), flow.images),
    ("O0, PSB in the middle", raw(base), flow.images),
    ("O0, PSB between the bits", raw(Stream(flow, psb=7, long=True)), flow.images),
    ("O0, times", raw(Stream(flow, times=True)), flow.images),
    ("O0, every packet", full, flow.images),
    ("O2", raw(Stream(fast)), fast.images),
    ("O2, long TNT, addresses as short as can be", raw(Stream(fast, long=True, ipc="least")), fast.images),
    ("O2, PSB in the middle, times", raw(Stream(fast, psb=20, times=True)), fast.images),
    ("a signal", raw(Stream(signals)), signals.images),
    ("C++, PIE, shared object", raw(Stream(shapes)), shapes.images),
    ("C++, addresses as short as can be", raw(Stream(shapes, ipc="least", compress=False)), shapes.images),
    ("C++, update of 48 bits", raw(Stream(shapes, ipc=4, psb=9)), shapes.images),
    ("without the shared object", raw(Stream(shapes, psb=5)), {"shapes": shapes.images["shapes"]}),
    ("interrupts", raw(Stream(flow, at={n: interrupt for n in range(50, 3000, 173)})), flow.images),
    ("overflows", raw(Stream(flow, psb=90, at={400: overflow, 900: lost, 1300: overflow})), flow.images),
    ("transactions", raw(Stream(flow, at={100: transaction, 160: abort, 300: transaction, 340: commit})), flow.images),
    ("stopped", raw(Stream(flow, at={700: stop})), flow.images),
    ("no MODE", raw([line for line in base.lines if not line.startswith("exec")]), flow.images),
    ("no PSBEND", raw([line for line in base.lines if line != "psbend"]), flow.images),
    ("no PGE", raw([line for line in base.lines if not line.startswith("pge")]), flow.images),
    ("32-bit code", raw(Stream(flow, mode="exec 0 1", psb=50)), flow.images),
    ("16-bit code", raw(Stream(flow, mode="exec 0 0", psb=50)), flow.images),
    ("nothing", b"", flow.images),
]
for stream in streams:
    write(*stream)
errata = [
    ("SKD010", withoutFup, skylake),
    ("APL11", extraDisable, goldmont),
    ("APL12", extraFup, apollo),
    ("SKD007", hiddenOverflow, skylake),
    ("SKZ84", badTma, server),
    ("BDM70", voidFup, broadwell),
    ("BDM64", wrongBranch, broadwell),
]
for name, what, cpu in errata:
    data = raw(Stream(flow, psb=90, at={n: what for n in range(205, 3000, 611)}))
    write(name, data, flow.images, cpu)
    write(name + ", another processor", data, flow.images)

entries = {name: symbol("enter", name) for name in ("_start", "launch", "resume")}
start, launch, resume = entries.values()
data = raw(
    ["psb", "exec 1 0", "psbend", "pge 3 %x" % start, "fup 3 %x" % launch, "pgd 0", "pge 3 %x" % (launch + 3)]
    + ["fup 3 %x" % resume, "pgd 3 %x" % (resume + 3), "pge 3 %x" % (resume + 4), "tip 3 %x" % start]
    + ["fup 3 %x" % (start + 1), "pgd 0"]
)
write("SKD022", data, {"enter": 0}, skylake)
write("SKD022, another processor", data, {"enter": 0})

random.seed(21)
newer = {0x63, 0x33, 0xB3, 0x13, 0x53}
for name, data, images in (streams[4], streams[7], streams[10]):
    for _ in range(40):
        alter(name, data, images, [(random.randrange(len(data)), None)])
    for _ in range(160):
        patches = [(random.randrange(len(data)), random.randrange(256)) for _ in range(random.randrange(1, 4))]
        # libipt 2.0.5 does not know the packets of newer processors.
        changed = bytearray(data)
        for at, byte in patches:
            changed[at] = byte
        if not any(changed[at] == 2 and changed[at + 1] in newer for at in range(len(changed) - 1)):
            alter(name, data, images, patches)

# Streams with times.
out = open("times.txt", "w")


def times(data, images, cpu, rates):
    name = os.path.join(work, "raw")
    open(name, "wb").write(data)
    rows = [str(each) for image in images.items() for row in segments(*image) for each in row]
    words = [str(each) for each in (*cpu, *rates)]
    return run(tools["libipt"], "times", name, *words, *rows, text=True, stderr=subprocess.DEVNULL)


whole = {"tsc", "tma", "mtc", "cyc", "cbr"}
known = (3, 168, 2, 24)
slow = dict(mtc=9, step=40000)
ends = {n: what for n, what in zip(range(205, 3000, 311), [overflow, lost, withoutFup, extraDisable, extraFup, transaction, commit, interrupt] * 2)}
timed = [
    ("TSC", flow, {"tsc"}, {}, {}, (0, 0), (0, 0, 0, 0)),
    ("TSC, MTC", flow, {"tsc", "tma", "mtc"}, {}, {}, (0, 0), known),
    ("TSC, MTC, CYC", flow, {"tsc", "tma", "mtc", "cyc"}, {}, {}, (0, 0), known),
    ("TSC, CYC", flow, {"tsc", "cyc"}, {}, {}, (0, 0), (0, 0, 0, 0)),
    ("TSC, CYC, CBR", flow, {"tsc", "cyc", "cbr"}, {}, {}, (0, 0), (0, 0, 0, 24)),
    ("all kinds", flow, whole, {}, {}, (0, 0), known),
    ("all kinds, rates as gdb has them", flow, whole, {}, {}, (0, 0), (0, 0, 0, 0)),
    ("all kinds, O2", fast, whole, {}, {}, (0, 0), known),
    ("all kinds, C++", shapes, whole, {}, {}, (0, 0), known),
    ("all kinds, some lost", flow, whole, dict(lost=0.3), {}, (0, 0), known),
    ("MTC of more bits than TMA", flow, whole, slow, {}, (0, 0), (9, 168, 2, 24)),
    ("MTC of more bits than TMA, some lost", flow, whole, dict(slow, lost=0.4), {}, (0, 0), (9, 168, 2, 24)),
    ("MTC of more bits than TMA, without it", flow, whole - {"tma"}, slow, {}, (0, 0), (9, 168, 2, 24)),
    ("MTC with a ratio that is not whole", flow, whole, dict(ratio=(251, 3)), {}, (0, 0), (3, 251, 3, 21)),
    ("SKL168", flow, whole, dict(lost=0.15), {}, skylake, known),
    ("SKL168, seldom MTC", flow, whole, dict(slow, lost=0.1), {}, skylake, (10, 168, 2, 24)),
    ("overflows", flow, whole, {}, ends, (0, 0), known),
    ("overflows, SKD010", flow, whole, {}, ends, skylake, known),
    ("overflows, APL11, APL12", flow, whole, {}, ends, apollo, known),
    ("overflows, APL11", flow, whole, {}, ends, goldmont, known),
]
random.seed(2605)
for number, (name, path, kinds, clock, at, cpu, rates) in enumerate(timed):
    mtc = rates[0] or 3
    data = raw(Stream(path, psb=35, at=at, clock=Clock(number, kinds, **{"mtc": mtc, **clock})))
    head = "cpu %d %d\nrates %d %d %d %d\n" % (*cpu, *rates)
    head += "".join("image %s %x\n" % image for image in path.images.items())
    out.write("=== %s\n%sraw %s\n%s" % (name, head, data.hex(), times(data, path.images, cpu, rates)))
    for _ in range(20):
        patches = [(random.randrange(len(data)), random.randrange(256)) for _ in range(random.randrange(1, 5))]
        changed = bytearray(data)
        for at_byte, byte in patches:
            changed[at_byte] = byte
        if any(changed[i] == 2 and changed[i + 1] in newer for i in range(len(changed) - 1)):
            continue
        text = " ".join("%d:%02x" % patch for patch in patches)
        said = times(bytes(changed), path.images, cpu, rates)
        out.write("=== %s %s\n" % (name, text) + "".join(row + "\n" for row in said.splitlines() if row.startswith("gap")))
        out.write("times %d %s\n" % (said.count("\n"), hashlib.sha1(said.encode()).hexdigest()[:16]))
out.close()

# The recordings of ../branches, as documents of Intel PT for gdb.
os.chdir("../branches")


def document(name, lines):
    with open(name + ".btrace", "w") as to:
        to.write('<!DOCTYPE btrace SYSTEM "btrace.dtd">\n<btrace version="1.0">\n<pt>\n<pt-config>\n')
        to.write('<cpu vendor="GenuineIntel" family="6" model="78" stepping="3"/>\n</pt-config>\n')
        to.write("<raw>\n%s\n</raw>\n</pt>\n</btrace>\n" % raw(lines).hex())


tree = RecordedPath("tree.btrace", "tree", 0)
document("tree-pt", Stream(tree, psb=15).lines)
document("tree-pt-times", Stream(tree, psb=8, clock=Clock(0, {"tsc", "cyc"})).lines)
document("tree-O2-pt", Stream(RecordedPath("tree-O2.btrace", "tree-O2", 0x7FFFF7FFB000), long=True, ipc="least").lines)
gaps = Stream(tree, psb=12, at={60: overflow, 130: lost, 200: interrupt}).lines
# An address that no program has.
tips = [at for at, line in enumerate(gaps) if line.startswith("tip")]
gaps[tips[1]] = "tip 3 500000"
document("tree-pt-gaps", gaps)
