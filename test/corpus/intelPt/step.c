// Steps a program from one function's entry until that returns, one instruction at a time, and
// prints each address: step PROGRAM FUNCTION-ADDRESS. The first lines say where its files lie.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
  pid_t pid = fork();
  if (pid == 0) {
    personality(ADDR_NO_RANDOMIZE);
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    execl(argv[1], argv[1], NULL);
    _exit(1);
  }
  unsigned long start = strtoul(argv[2], NULL, 0), until = 0;
  int status, signal = 0;
  waitpid(pid, &status, 0);
  if (start < 0x400000)
    start += 0x555555554000;
  for (;;) {
    struct user_regs_struct regs;
    ptrace(PTRACE_GETREGS, pid, 0, &regs);
    if (until == 0 && regs.rip == start) {
      char name[64], line[512];
      until = ptrace(PTRACE_PEEKDATA, pid, (void *)regs.rsp, 0);
      sprintf(name, "/proc/%d/maps", pid);
      FILE *maps = fopen(name, "r");
      while (fgets(line, sizeof line, maps))
        if (strstr(line, " r-xp ") && strchr(line, '/'))
          printf("# %s", line);
      fclose(maps);
    }
    if (until != 0)
      printf("%llx\n", regs.rip);
    if (until != 0 && regs.rip == until)
      break;
    ptrace(PTRACE_SINGLESTEP, pid, 0, (void *)(long)signal);
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) || WIFSIGNALED(status))
      break;
    signal = WSTOPSIG(status) == 5 ? 0 : WSTOPSIG(status);
  }
  kill(pid, 9);
  return 0;
}
