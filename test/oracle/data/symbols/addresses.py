"""Prints a spread of addresses of a program: in its code, most of them where there are line rows, and in its data."""
import subprocess
import sys

program = sys.argv[1]
most = 90


def tool(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


rows = []
for line in tool('readelf', '-W', '--debug-dump=decodedline', program).splitlines():
    fields = line.split()
    if len(fields) >= 3 and fields[2].startswith('0x'):
        rows.append(int(fields[2].split('[')[0], 16))
addresses = set(rows[:: max(1, len(rows) // most)])
addresses |= {address + 1 for address in list(addresses)[:20]}
for line in tool('readelf', '-SW', program).splitlines():
    fields = line.replace('[ ', '[').split()
    if len(fields) < 11 or 'A' not in fields[7]:
        continue
    start, size = int(fields[3], 16), int(fields[5], 16)
    step = max(1, size // (40 if 'X' in fields[7] else 4))
    addresses |= set(range(start, start + size, step))
for address in sorted(addresses):
    print(hex(address))
