"""Run by gdb: writes what it knows of a program's scopes, variables and types, a JSON value in each line."""
import json

import gdb

for setting in ('pagination off', 'width 0', 'confirm off', 'debuginfod enabled off'):
    gdb.execute('set ' + setting)

MOST_ADDRESSES = 16


def names(codes):
    return {getattr(gdb, 'TYPE_CODE_' + code): code.lower() for code in codes.split() if hasattr(gdb, 'TYPE_CODE_' + code)}


NUMBERS = names('INT FLT CHAR BOOL COMPLEX DECFLOAT RANGE')
CLASSES = names('STRUCT UNION')
POINTERS = names('PTR REF RVALUE_REF')


def shape(t, depth=0):
    """A type as text: classes and enums by name where they have one, all others with what they are made of."""
    if depth > 12:
        return '...'
    return (qualifiers(t) + plain(t, depth + 1)).replace('> >', '>>')


def qualifiers(t):
    if t == t.unqualified():
        return ''
    if t == t.const():
        return 'const '
    return 'volatile ' if t == t.volatile() else 'const volatile '


def plain(t, depth):
    if t.code == gdb.TYPE_CODE_VOID:
        return 'void' if t.name in (None, 'void') else t.name
    if t.code in NUMBERS:
        return '%s:%d' % (t.name, t.sizeof)
    if t.code == gdb.TYPE_CODE_TYPEDEF:
        return 'typedef ' + t.name
    if t.code in POINTERS:
        return '%s(%s)' % (POINTERS[t.code], shape(t.target(), depth))
    if t.code in CLASSES:
        return '%s %s' % (CLASSES[t.code], t.name or members(t, depth))
    if t.code == gdb.TYPE_CODE_ENUM:
        return 'enum %s' % (t.name or enumerators(t))
    if t.code == gdb.TYPE_CODE_ARRAY:
        return '%s%s(%s)' % ('vector' if 'vector_size' in str(t) and not t.name else 'array', bounds(t), shape(t.target(), depth))
    if t.code in (gdb.TYPE_CODE_FUNC, gdb.TYPE_CODE_METHOD):
        parameters = [shape(field.type, depth) for field in t.fields()]
        return '%s<-(%s)' % (shape(t.target(), depth), ', '.join(parameters))
    if t.code in (gdb.TYPE_CODE_MEMBERPTR, gdb.TYPE_CODE_METHODPTR):
        return 'member(%s)' % shape(t.target(), depth)
    return 'code%d %s' % (t.code, t.name)


def bounds(t):
    try:
        low, high = t.range()
        return '[%d,%d]' % (low, high)
    except (gdb.error, RuntimeError):
        return '[?]'


def enumerators(t):
    return '{%s}' % ', '.join('%s=%d' % (f.name, f.enumval) for f in t.fields())


def members(t, depth=0):
    """Bases, members with their bits, and then static members. Where a virtual base is the running program says."""
    found = []
    statics = []
    for field in t.fields():
        if not hasattr(field, 'bitpos'):
            statics.append('static %s %s' % (field.name, shape(field.type, depth)))
            continue
        place = '?' if field.bitpos is None else str(field.bitpos)
        if field.is_base_class:
            found.append('base %s @%s' % (field.type.name, place))
        else:
            size = ':%d' % field.bitsize if field.bitsize else ''
            made = ' artificial' if field.artificial else ''
            found.append('%s @%s %s%s%s' % (field.name, place, shape(field.type, depth), size, made))
    return '{%s} %d' % ('; '.join(found + statics), t.sizeof)


def described(t):
    if t.code in CLASSES:
        return members(t)
    if t.code == gdb.TYPE_CODE_ENUM:
        return enumerators(t) + ' %d' % t.sizeof
    return shape(t)


def tag_of(t):
    """The word that C wants before the type's name."""
    if t.code == gdb.TYPE_CODE_ENUM:
        return 'enum'
    return CLASSES.get(t.code)


KINDS = {
    gdb.SYMBOL_LOC_OPTIMIZED_OUT: 'none',
    gdb.SYMBOL_LOC_CONST: 'constant',
    gdb.SYMBOL_LOC_CONST_BYTES: 'constant',
    gdb.SYMBOL_LOC_STATIC: 'static',
    gdb.SYMBOL_LOC_COMPUTED: 'computed',
}


def is_variable(symbol):
    if symbol.addr_class not in KINDS or symbol.type is None:
        return False
    return not (symbol.addr_class == gdb.SYMBOL_LOC_CONST and symbol.type.strip_typedefs().code == gdb.TYPE_CODE_ENUM
                and symbol.name.split('::')[-1] in [f.name.split('::')[-1] for f in symbol.type.strip_typedefs().fields()])


def variable(symbol):
    return {'name': symbol.print_name.replace('> >', '>>'), 'type': shape(symbol.type), 'kind': KINDS[symbol.addr_class], 'line': symbol.line,
            'parameter': symbol.is_argument}


def scopes(pc):
    """The blocks at an address, innermost first, up to the function with code of its own."""
    blocks = []
    block = gdb.block_for_pc(pc)
    while block is not None and not block.is_static and not block.is_global:
        function = block.function
        inlined = function is not None and block.superblock is not None and not block.superblock.is_static
        blocks.append({
            'function': function.print_name.replace('> >', '>>') if function else None,
            'variables': [variable(symbol) for symbol in block if is_variable(symbol)],
        })
        if function is not None and not inlined:
            break
        block = block.superblock
    return blocks


def say(**value):
    print(json.dumps(value, separators=(',', ':')))


def symtabs():
    seen = []
    for line in gdb.execute('maint info symtabs', to_string=True).splitlines():
        if '{ symtab ' in line:
            name = line.split('{ symtab ')[1].split(' (')[0].split(' ((')[0].strip()
            if name not in seen:
                seen.append(name)
    return seen


gdb.execute('maint expand-symtabs')
done = set()
for file in symtabs():
    try:
        symtab = gdb.decode_line("'%s':1" % file)[1][0].symtab
    except (gdb.error, TypeError):
        continue
    for block in (symtab.global_block(), symtab.static_block()):
        key = (block.start, block.end, block.is_global, symtab.filename)
        if key in done:
            continue
        done.add(key)
        for symbol in block:
            if symbol.symtab.filename != symtab.filename:
                continue
            if symbol.addr_class == gdb.SYMBOL_LOC_TYPEDEF:
                if symbol.type.code == gdb.TYPE_CODE_NAMESPACE:
                    continue
                if symbol.type.code in CLASSES and not symbol.type.fields() and not symbol.type.sizeof:
                    continue
                say(what='type', name=symbol.print_name, tag=tag_of(symbol.type), described=described(symbol.type))
            elif symbol.addr_class == gdb.SYMBOL_LOC_CONST and not is_variable(symbol):
                say(what='enumerator', name=symbol.print_name, value=str(int(symbol.value())))
            elif is_variable(symbol):
                found = dict(variable(symbol), what='global', external=block.is_global)
                if symbol.addr_class == gdb.SYMBOL_LOC_STATIC:
                    found['address'] = int(symbol.value().address)
                say(**found)
            elif symbol.addr_class == gdb.SYMBOL_LOC_BLOCK:
                body = gdb.block_for_pc(int(symbol.value().address))
                if body is None:
                    continue
                while body.superblock is not None and not body.superblock.is_static:
                    body = body.superblock
                addresses = sorted({line.pc for line in symbol.symtab.linetable() if body.start <= line.pc < body.end})
                for pc in addresses[:: 1 + len(addresses) // MOST_ADDRESSES]:
                    say(what='scopes', pc=pc, blocks=scopes(pc))
