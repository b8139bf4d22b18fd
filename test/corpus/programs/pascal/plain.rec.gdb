# Pascal's values and operators.
# registers rbp rsp rip
# print count
# print COUNT
# print Count
# print count + 1
# print count = 7
# print count <> 7
# print count < 8
# print (count > 3) and (count < 9)
# print (count > 30) or (count < 9)
# print not ready
# print not (count = 7)
# print 7 div 2
# print 7 mod 4
# print -7 div 2
# print 7 / 2
# print count / 2
# print 1 shl 4
# print 256 shr 4
# print 6 and 3
# print 6 or 3
# print 6 xor 3
# print 2 + 3 * 4
# print 20 div 3 + 1
# print ratio * 2
# print heights[3]
# print heights[2] + heights[5]
# print heights[6]
# print both[2, 0]
# print both[2][0]
# print both[3][-1]
# print first.depth
# print first.DEPTH
# print first.next^.depth
# print top^.depth
# print top^.next^.depth
# print top.depth
# print first.area
# print now
# print now = ajar
# print Open
# print ready
# print true
# print FALSE
# print mark
# print 'a'
# print mean
# print mean + 1
# print big
# print small
# print sizeof(first)
# print sizeof(longint)
# print longint(mark)
# print @count
# print @heights[2]
# print nil
# print 0x10
# print 1.5
# print 1e3
# print missing
# print first.missing
# print count :
# print first.label_
# print seen
# print top
# print heights
# print both
# print first
# print nil = nil
# print count < 3 or count
# print 3 > 2 and 1
# print @both
# print top^
# print (top)^.depth + 1
# print -count
# print +count
# print ready and true
# print ready or false
# print ready xor true
# print mark = 'x'
# print first.side = open
# print "text"
# print 'text'
# print 5 @ 2
# print heights[2] @ 2
# print big * 2
# print 7.0 / 2
# print count / 2.0
# print $trace_frame + 1
# print LOCKS
# print count, ratio
# print count := 3
# print count == 7
# print count && 1
# print !count
# print ~count
# print &count
# print *top
# print top->depth
# print count ? 1 : 2
# print (LongInt) mark
# print LongInt(mark)
# print Double(count)
# print {LongInt} @count
# print 1 = 1
# print 1 <> 1
# print 07
# print 12345678901
# print $count
# print True and False
# whatis count = 7
# whatis 7 / 2
# whatis top^
# whatis heights[2]
# whatis @count
# ptype top^.depth
# print $rip = $pc
# print inc(count)
# in LOCKS_$$_FILL$BASINAT$LONGINT$$LONGINT total
# in Fill total
# in Fill at^.depth
# in Fill by * 2
# in Add local
# in Add step = 4
# in Add total

set language c
set pagination off
set confirm off
set width 0
set sysroot /
eval "target remote | gdbserver --once --wrapper env -i -- - ./%s", $program
break locks.pas:50
continue
delete 1

trace locks.pas:41
actions
collect $regs
collect *((unsigned char *) $rsp - 64)@900
collect *(unsigned char *) 0x425110@256, *(unsigned char *) 0x42e910@104
end
break locks.pas:55
tstart
continue

tstop
eval "tsave %s.tf", $trace
kill
quit
