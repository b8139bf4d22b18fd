# Records callqueue.tf; record.sh builds the program and runs this.
set pagination off
set confirm off
set width 0
set sysroot /
target remote | gdbserver --once --wrapper env -i -- - ./callqueue
# Past the loading of libraries: tracepoints set earlier would be set once more.
break main
continue
delete 1
tvariable $answered = 0

# Tracepoint 2: a call comes in while the queue is (nearly) full, by its own count.
trace callqueue.c:47 if queue->waiting >= 5
actions
collect $regs, $args, $locals
collect *queue
end

# Tracepoint 3: a waiting caller hangs up; and the two instructions after it.
trace callqueue.c:65
actions
collect $regs, $args, $locals
collect queue->waiting, *call
while-stepping 2
collect $regs
collect queue->waiting, *call
end
end

# Tracepoint 4: an agent takes a call; with enough of the stack for the callers.
trace callqueue.c:86
actions
collect $regs, $args, $locals
collect *queue, *agent
collect *(unsigned char *) $rsp@160
teval $answered = $answered + 1
collect $answered, $trace_timestamp
end

# Tracepoint 5: agents and totals in every other minute; no registers.
trace callqueue.c:94 if minute % 2 == 0
actions
collect agents, total, queue.waiting
end

break exit
set trace-user operator
set trace-notes Why does the exchange refuse every call in the end?
tstart
continue
tstop end of the shift
tstatus
info tracepoints
tsave callqueue.tf
kill
quit
