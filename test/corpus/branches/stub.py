"""A stub that offers gdb a recorded branch trace: `stub.py PROGRAM SLIDE TRACE` prints its port and serves one client. The
program's bytes come from its file; the registers are zero but for the PC, which is where the newest block ends, or
where the program begins."""
import re, socket, struct, sys

program, slide, trace = sys.argv[1], int(sys.argv[2], 0), open(sys.argv[3]).read()
image = open(program, "rb").read()
phoff, = struct.unpack_from("<Q", image, 32)
phentsize, phnum = struct.unpack_from("<HH", image, 54)
segments = []
for i in range(phnum):
    kind, _, offset, vaddr, _, filesz, _, _ = struct.unpack_from("<IIQQQQQQ", image, phoff + i * phentsize)
    if kind == 1:
        # As in memory, where a page is filled up: gdb reads beyond the last instruction.
        padding = bytes(-(vaddr + filesz) % 4096)
        segments.append((vaddr + slide, image[offset:offset + filesz] + padding))
newest = re.search(r'end="0x([0-9a-f]+)"', trace)
pc = int(newest.group(1), 16) if newest else struct.unpack_from("<Q", image, 24)[0] + slide
form = "pt" if "<pt>" in trace else "bts"
registers = bytes(128) + struct.pack("<Q", pc) + bytes(536 - 136)
documents = {
    "features": '<?xml version="1.0"?><!DOCTYPE target SYSTEM "gdb-target.dtd"><target><architecture>i386:x86-64</architecture></target>',
    "btrace-conf": "",
    "btrace": trace,
}
enabled = False


def memory(address, length):
    for start, data in segments:
        if start <= address < start + len(data):
            return data[address - start:address - start + length]
    return b""


def answer(packet):
    global enabled
    if packet.startswith("qSupported"):
        return "PacketSize=4000;qXfer:features:read+;qXfer:btrace:read+;qXfer:btrace-conf:read+;Qbtrace:%s+;Qbtrace:off+;Qbtrace-conf:%s:size+" % (form, form)
    if packet.startswith("qXfer:"):
        _, kind, _, annex, where = packet.split(":")
        if kind not in documents:
            return ""
        if kind == "btrace":
            if not enabled:
                return "E.Btrace not enabled."
            if annex == "delta":
                return "E.Overflow."
        if kind == "btrace-conf" and not enabled:
            documents[kind] = '<btrace-conf version="1.0"></btrace-conf>'
        elif kind == "btrace-conf":
            documents[kind] = '<btrace-conf version="1.0"><%s size="0x10000"/></btrace-conf>' % form
        offset, length = (int(each, 16) for each in where.split(","))
        part = documents[kind][offset:offset + length]
        return ("m" if offset + length < len(documents[kind]) else "l") + part
    if packet in ("Qbtrace:" + form, "Qbtrace:off"):
        enabled = not packet.endswith("off")
        return "OK"
    if packet.startswith("Qbtrace-conf:") or packet[0] == "H" or packet[0] == "T":
        return "OK"
    if packet == "?":
        return "T05thread:1;"
    if packet == "qC":
        return "QC1"
    if packet == "qfThreadInfo":
        return "m1"
    if packet == "qsThreadInfo":
        return "l"
    if packet.startswith("qAttached"):
        return "1"
    if packet == "qOffsets":
        return "TextSeg=%x" % slide if slide else ""
    if packet == "g":
        return registers.hex()
    if packet[0] == "m":
        address, length = (int(each, 16) for each in packet[1:].split(","))
        data = memory(address, length)
        return data.hex() if data else "E01"
    if packet[0] in "DkG":
        return "OK"
    return ""


def escaped(text):
    return re.sub(rb"[#$}*]", lambda found: b"}" + bytes([found.group()[0] ^ 0x20]), text.encode())


server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
client, _ = server.accept()
data = b""
while True:
    got = client.recv(65536)
    if not got:
        break
    data += got
    while found := re.search(rb"\$([^#]*)#..", data, re.S):
        data = data[found.end():]
        reply = escaped(answer(found.group(1).decode("latin1")))
        client.sendall(b"+$" + reply + b"#%02x" % (sum(reply) & 255))
