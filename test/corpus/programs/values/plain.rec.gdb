# Every variable of every function, and the globals; the whole stack.
# registers rbx rbp rsp rip r12
# print global
# print anonymous
# print words
# print origin
# print first
# in integers second
# print *first.next
# in integers *words@3
# in integers ratios
# print table
# in integers table[2]@4
# in integers flexible
# in integers flexible.items[0]@2
# print nowhere
# print &first
# in integers &first.at[1].y
# in integers *&first
# print first.next->name
# in integers sizeof(first)
# in integers sizeof(struct node)
# in integers (long) &table
# print global + 1
# in integers global / 2.0
# in integers -global % 5
# in integers global << 3 | 1
# in integers ~global
# in integers !global
# in integers global == 17 && first.left > 3
# in integers global ? 1 : 2
# in integers (char) 65
# in integers 'A' + 1
# in integers 10 / 3
# in integers 10 / 3.0
# in integers 1.5f
# in integers 0x7fffffff + 1
# in integers 4000000000
# in integers 1 == 1
# in integers "text"
# in integers sizeof(int)
# in integers RED
# in integers (enum colour) 5
# in integers (enum flags) 3
# in integers (enum flags) 65
# in integers BLUE
# in integers LIMIT
# in integers 'values.c'::origin
# in integers main
# in integers &main
# in integers *main
# in integers by_value
# in integers &words[1]
# print words[1][0]
# in integers *words[1]@3
# print/x global
# in integers /d global
# in integers /o global
# in integers /t global
# in integers /a main
# in integers /c 65
# in integers /f 3
# in integers /z global
# in integers /x ratios
# print/x first
# in integers /s words[0]
# in integers /x -1
# in integers /u (char) -1
# in integers /d 'A'
# in integers /c table[0]@3
# print $rip
# print $sp
# print $eax
# in integers $ax
# in integers $al
# in integers $ah
# print $eflags
# print $xmm0
# in integers $xmm0.v4_float
# in integers $st0
# in integers $_
# in integers $nothing
# in integers missing
# in integers first.missing
# in integers 1 +
# print *global
# in integers global.x
# in integers {int} &global
# in integers {struct point} &origin
# in integers (long) 5 > 3
# in integers &*"abc"
# in integers sizeof(long double)
# print first.at[1]
# in integers first.at[1].x++
# in integers huge
# in integers letter + 1
# in integers (unsigned char) letter
# in integers a + b
# in integers c * 2
# in integers d
# in integers d + 1
# in integers -d
# in integers ll / 7
# in integers ll % 7
# in integers huge + 1
# in integers small + s
# in integers u + 1
# in integers yes + 1
# in integers i8 == -8
# in integers &letter
# in integers *&letter
# in integers high > 0
# in integers letter == 'x'
# in floats a + b
# in floats third * 3
# in floats longer
# in floats quad
# in floats cf
# in floats cd
# in floats (int) b
# in floats nan == nan
# in floats whole
# in floats infinite
# in floats -infinite
# in floats tiny
# in floats b * 2
# in arrays grid
# in arrays grid[1]
# in arrays grid[1][1]
# in arrays *grid
# in arrays &grid
# in arrays &grid[1]
# in arrays rows
# in arrays rows[1]
# in arrays *rows@2
# in arrays text
# in arrays *text@16
# in arrays word
# in arrays &word
# in arrays word + 1
# in arrays sizeof(word)
# in arrays many
# in arrays many[12]@3
# in arrays points[1]
# in arrays names[2]
# in arrays vector
# in arrays vector[1]
# in arrays sum
# in arrays long_text
# in arrays points
# in arrays none
# in arrays (char) octets[5]
# in records bits
# in records bits.negative
# in records bits.wide + 1
# in records &bits
# in records copy
# in records copy.at[0].y
# in records copy.right
# in records copy.inner
# in records list->next->at
# in records *list
# in records *list->next
# in records where->x
# in records *where
# in records either
# in records either.bytes
# in records pairs
# in records colour
# in records colour + 1
# in records colour == BLUE
# in records odd
# in records unknown
# in records some | WRITE
# in records (enum flags) (some | WRITE)
# in records fixed
# in records *fixed
# in records &fixed->y
# in records list - 1
# in records (char *) list
# in records &list->at[1]
# in records *pairs@2
# in pointers *direct
# in pointers **twice
# in pointers &value
# in pointers text
# in pointers *text
# in pointers inside
# in pointers start
# in pointers start[1]
# in pointers start + 1
# in pointers &start[2] - start
# in pointers order
# in pointers *order
# in pointers table_of
# in pointers chain->next->name
# in pointers *chain
# in pointers into
# in pointers *into
# in pointers null
# in pointers *null
# in pointers function == by_value
# in pointers anything
# in pointers *anything
# in pointers (int *) anything
# in pointers octets
# in pointers wide
# in pointers row
# in pointers hidden
# in pointers *hidden
# in pointers nothing
# in pointers atomic + changing
# in pointers direct == &value
# in pointers !null
# in pointers twice
# in shadows value
# in shadows inner
# in shadows calls
# in shadows fast
# in shadows innermost
# in shadows depth
# in shadows shadows::calls
# in main total
# in main rows
# in main text
# in main &rows[1][2]

set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break main
continue
delete 1

trace values.c:93
actions
collect $regs, global, anonymous, words, origin, first, second, ratios, table, flexible, nowhere
collect *((unsigned char *) $rsp - 128)@1024
end
trace values.c:109
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@1024
end
trace values.c:130
actions
collect $regs
collect *((unsigned char *) $rsp - 128)@2048
end
trace values.c:145
actions
collect $regs, first, second, origin
collect *((unsigned char *) $rsp - 128)@1024
end
trace values.c:165
actions
collect $regs, first, second, ratios, global
collect *((unsigned char *) $rsp - 128)@1024
end
trace values.c:180
actions
collect $regs, calls
collect *((unsigned char *) $rsp - 128)@1024
end
trace values.c:183
actions
collect $regs, calls
collect *((unsigned char *) $rsp - 128)@1024
end
break exit
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
