# Asked of a trace of ../../aarch64, which was recorded on such a machine.
# frames 0-24
# print g
# print gb
# print gw
# print n1
# print *n1.next
# print rw_word
# print rodata_word
# print shorts
# print banner
# print fib_cache
# print $sp
# in helper *p
# in helper p->name
# in helper buf
# in helper c
# in helper n * 2.5
# in mix *l
# in mix a + b
# in mix l->next->tag
# in rec label
# in main total
