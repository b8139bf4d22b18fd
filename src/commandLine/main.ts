#!/usr/bin/env node
// The command line as a program: its code is loaded once what was kept of it is known.
import { keepCompiledCode } from '../platform/compiledCode';

keepCompiledCode(__filename);
void import('./commandLine').then(({ runCommandLineProcess }) => runCommandLineProcess());
