// The debug adapter as a program of its own: the code of its session is loaded once what was kept
// of it is known.
import { keepCompiledCode } from '../platform/compiledCode';

keepCompiledCode(__filename);
void import('./stdioSession');
