// Everything that a fresh machine lacks. It knows only Node's own modules, since nothing else is
// there before it has run; what it installed once it finds again.
import { alone } from './steps/lock.mjs';
import { installNodeModules } from './steps/nodeModules.mjs';
import { installSystemPackages } from './steps/systemPackages.mjs';
import { installServer, serverInstalled } from './vscode/installServer.mjs';

/**
 * @param {readonly import('./steps/systemPackages.mjs').Purpose[]} purposes what this run needs beside npm's packages
 */
export async function setUp(purposes) {
  await alone(async () => {
    await installNodeModules();
    const missing = purposes.filter((purpose) => purpose !== 'server' || !serverInstalled());
    await installSystemPackages(missing);
    if (missing.includes('server')) await installServer();
  });
}
