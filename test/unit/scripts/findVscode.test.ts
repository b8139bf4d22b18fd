import { describe, expect, it } from 'vitest';
import { codeCandidates, codeCommand, hasScreen } from '../../../scripts/vscode/findVscode.mjs';

describe('codeCandidates', () => {
  it("looks in the PATH's folders on Linux, in their order", () => {
    const machine = {
      platform: 'linux',
      env: { PATH: '/usr/local/bin:/usr/bin' },
      home: '/home/ada',
    } as const;
    expect(codeCandidates(machine)).toEqual(['/usr/local/bin/code', '/usr/bin/code']);
  });

  it('takes no relative or empty folder of the PATH', () => {
    const machine = {
      platform: 'linux',
      env: { PATH: ':.:bin:/usr/bin' },
      home: '/home/ada',
    } as const;
    expect(codeCandidates(machine)).toEqual(['/usr/bin/code']);
  });

  it('finds nothing without a PATH', () => {
    expect(codeCandidates({ platform: 'linux', env: {}, home: '/home/ada' })).toEqual([]);
  });

  it('looks into the application of all users and of this one on macOS, after the PATH', () => {
    const machine = {
      platform: 'darwin',
      env: { PATH: '/opt/homebrew/bin' },
      home: '/Users/ada',
    } as const;
    expect(codeCandidates(machine)).toEqual([
      '/opt/homebrew/bin/code',
      '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code',
      '/Users/ada/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code',
    ]);
  });

  it('looks for code.cmd on Windows: PATH in any case, quoted folders, both installers', () => {
    const env = {
      Path: 'C:\\Windows;"D:\\My Tools"',
      LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local',
      ProgramFiles: 'C:\\Program Files',
    };
    expect(codeCandidates({ platform: 'win32', env, home: 'C:\\Users\\ada' })).toEqual([
      'C:\\Windows\\code.cmd',
      'D:\\My Tools\\code.cmd',
      'C:\\Users\\ada\\AppData\\Local\\Programs\\Microsoft VS Code\\bin\\code.cmd',
      'C:\\Program Files\\Microsoft VS Code\\bin\\code.cmd',
    ]);
  });

  it('asks for no folder that Windows does not name', () => {
    expect(
      codeCandidates({ platform: 'win32', env: { PATH: '' }, home: 'C:\\Users\\ada' }),
    ).toEqual([]);
  });
});

describe('hasScreen', () => {
  const home = '/home/ada';

  it('wants a display on Linux', () => {
    expect(hasScreen({ platform: 'linux', env: {}, home })).toBe(false);
    expect(hasScreen({ platform: 'linux', env: { DISPLAY: '' }, home })).toBe(false);
    expect(hasScreen({ platform: 'linux', env: { DISPLAY: ':0' }, home })).toBe(true);
    expect(hasScreen({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' }, home })).toBe(
      true,
    );
  });

  it('takes a terminal inside VS Code for one', () => {
    expect(
      hasScreen({ platform: 'linux', env: { VSCODE_IPC_HOOK_CLI: '/run/vscode.sock' }, home }),
    ).toBe(true);
  });

  it.each(['darwin', 'win32'] as const)('takes it for granted on %s', (platform) => {
    expect(hasScreen({ platform, env: {}, home })).toBe(true);
  });
});

describe('codeCommand', () => {
  it('starts the command itself on Linux and macOS', () => {
    const plain = { command: '/usr/bin/code', args: ['a file.tf'], shell: false };
    expect(codeCommand('linux', '/usr/bin/code', ['a file.tf'])).toEqual(plain);
    expect(codeCommand('darwin', '/usr/bin/code', ['a file.tf'])).toEqual(plain);
  });

  it('quotes every word for the shell of Windows', () => {
    expect(codeCommand('win32', 'C:\\VS Code\\code.cmd', ['C:\\a file.tf'])).toEqual({
      command: '"C:\\VS Code\\code.cmd"',
      args: ['"C:\\a file.tf"'],
      shell: true,
    });
  });
});
