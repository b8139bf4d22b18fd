// The Node that runs this process, for programs of the extension.

/** The path of its executable; Electron's is Node where ELECTRON_RUN_AS_NODE is set. */
export const nodePath = process.execPath;
