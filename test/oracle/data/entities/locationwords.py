"""Reads what llvm-dwarfdump --debug-info says: writes where variables are and what calls say of themselves, a JSON
value in each line."""
import json
import re
import sys

VARIABLES = ('DW_TAG_variable', 'DW_TAG_formal_parameter')
SITES = ('DW_TAG_call_site', 'DW_TAG_GNU_call_site')
PARAMETERS = ('DW_TAG_call_site_parameter', 'DW_TAG_GNU_call_site_parameter')

entries = []
value = None
for line in sys.stdin:
    entry = re.match(r'0x([0-9a-f]+): ( *)(DW_TAG_\w+)', line)
    attribute = re.match(r' +(DW_AT_\w+)\t\((.*)$', line)
    if entry:
        entries.append({'offset': int(entry[1], 16), 'depth': len(entry[2]), 'tag': entry[3]})
        value = None
    elif attribute and entries:
        value = attribute[1]
        entries[-1][value] = [attribute[2]]
    elif line.strip() and value and entries and 'NULL' not in line:
        entries[-1][value].append(line.strip())


def say(**said):
    print(json.dumps(said, separators=(',', ':')))


def text(lines):
    """An attribute's value without the bracket that closes it."""
    joined = ' '.join(lines)
    return joined[:-1] if joined.count('(') < joined.count(')') else joined


for entry in entries:
    if entry['tag'] not in VARIABLES or 'DW_AT_location' not in entry or 'DW_AT_const_value' in entry:
        continue
    lines = entry['DW_AT_location']
    if re.match(r'0x[0-9a-f]+: ?$', lines[0]) or lines[0].startswith('indexed'):
        found = [re.match(r'\[0x([0-9a-f]+), 0x([0-9a-f]+)\): (.*)$', line) for line in lines[1:]]
        say(what='list', offset=entry['offset'], ranges=[[str(int(m[1], 16)), str(int(m[2], 16)), text([m[3]])] for m in found if m])
    else:
        say(what='expression', offset=entry['offset'], text=text(lines))

open_entries = []
sites = {}
for entry in entries:
    while open_entries and open_entries[-1]['depth'] >= entry['depth']:
        open_entries.pop()
    open_entries.append(entry)
    functions = [each for each in open_entries if each['tag'] == 'DW_TAG_subprogram' and
                 ('DW_AT_low_pc' in each or 'DW_AT_ranges' in each)]
    pc = entry.get('DW_AT_call_return_pc') or entry.get('DW_AT_low_pc')
    if entry['tag'] in SITES and pc and functions:
        tail = 'DW_AT_call_tail_call' in entry or 'DW_AT_GNU_tail_call' in entry
        site = {'pc': str(int(text(pc), 16)), 'tail': tail, 'values': []}
        sites.setdefault(functions[-1]['offset'], []).append(site)
        entry['site'] = site
    around = open_entries[-2].get('site') if len(open_entries) > 1 else None
    if entry['tag'] in PARAMETERS and around and 'DW_AT_location' in entry:
        held = entry.get('DW_AT_call_value') or entry.get('DW_AT_GNU_call_site_value')
        around['values'].append([text(entry['DW_AT_location']), text(held) if held else None])
for offset, found in sites.items():
    say(what='calls', offset=offset, sites=found)
