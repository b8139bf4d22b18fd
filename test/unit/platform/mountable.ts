// Whether a test can have a small disk of its own: mounting takes root, and is not allowed
// everywhere.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export function isMountable(): boolean {
  const tried = mkdtempSync(path.join(tmpdir(), 'mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', tried], { stdio: 'ignore' });
    execFileSync('umount', [tried]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(tried, { recursive: true });
  }
}
