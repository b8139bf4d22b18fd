"""What gdb offers for lines that are begun: NAME.words.txt, from the lines in NAME.lines.txt.

    python3 record.py

The first line of NAME.lines.txt names the trace, the program and the frame, in the corpus.
"""

import glob
import os
import subprocess

here = os.path.dirname(os.path.abspath(__file__))
corpus = os.path.normpath(os.path.join(here, '../../../corpus'))

for path in sorted(glob.glob(f'{here}/*.lines.txt')):
    with open(path, encoding='utf-8') as file:
        first, *lines = file.read().rstrip('\n').split('\n')
    trace, program, frame = first.split()[1:4]
    commands = ['set width 0', f'target tfile {corpus}/{trace}', f'tfind {frame}']
    for line in lines:
        commands += [f'echo (gdb) {line[:-1]}\\{line[-1]}\\n' if line.endswith(' ') else f'echo (gdb) {line}\\n',
                     f'complete {line}']
    script = f'{path}.gdb'
    with open(script, 'w', encoding='utf-8') as file:
        file.write('\n'.join(commands) + '\n')
    said = subprocess.run(['gdb-multiarch', '-q', '-nx', '-batch', '-x', script, f'{corpus}/{program}'],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout.decode()
    os.remove(script)
    with open(path.replace('.lines.txt', '.words.txt'), 'w', encoding='utf-8') as file:
        file.write(f'{first}\n' + said[said.index('(gdb) '):].replace(f'{corpus}/', ''))
