// The trace editor as package.json names it; a file of its own, since VS Code's start needs no more of the editor.

/** The editor's view types: the first takes `*.tfile`, the second `*.tf` and the `metadata` of gdb’s CTF when it is asked to. */
export const viewTypes = { always: 'tracefile.view', optional: 'tracefile.option' } as const;

/** Of branch traces: the first takes `*.btrace`, the second `*.xml` when it is asked to. */
export const branchViewTypes = {
  always: 'tracefile.branch',
  optional: 'tracefile.branchOption',
} as const;
