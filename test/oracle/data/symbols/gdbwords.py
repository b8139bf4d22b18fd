"""Makes the commands that ask gdb for the symbol and line of the addresses on standard input, and for places to break."""
import re
import subprocess
import sys

program = sys.argv[1]
print('set pagination off\nset width 0\nset confirm off\nset debuginfod enabled off\nset breakpoint pending off')
for address in sys.stdin.read().split():
    print(f'echo \\n@ {address}\\n')
    print(f'output/a {address}')
    print('echo \\n')
    print(f'info line *{address}')
decoded = subprocess.run(['readelf', '-W', '--debug-dump=decodedline', program], capture_output=True, text=True)
names = sorted(set(re.findall(r'^(\w[\w.]*\.(?:c|cc|rs|h))\s', decoded.stdout, re.M)))
functions = {
    'main', 'sum', 'choose', 'depth', 'multiply', 'twice', 'other', 'complain', 'helper', 'rec', 'apply',
    'geometry::Circle::area', 'Circle::area', 'area', 'geometry::Circle::Center::distance', 'hidden',
    'geometry::largest<int>', 'largest', 'library::main', 'advance', 'panic',
}
for function in sorted(functions):
    print(f'echo \\n! {function}\\n')
    print(f'break {function}')
for name in names:
    for line in range(1, 90):
        print(f'echo \\n: {name}:{line}\\n')
        print(f'info line {name}:{line}')
