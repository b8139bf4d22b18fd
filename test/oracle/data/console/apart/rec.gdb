# apart: g++ -std=c++20 -g -O2 -no-pie; apart-types: clang++ -std=c++20 -g -O1 -fdebug-types-section -no-pie
set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./apart
break main
continue
delete 1
trace apart::feed
actions
collect $regs
collect *(char *) $rsp@300
end
trace apart::weigh
actions
collect $regs
collect policy
end
break exit
tstart
continue

tstop
tsave apart.tf
kill
quit
