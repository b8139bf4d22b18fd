// Where everyone can see the project's sources. VS Code's extension page shows pictures by https
// alone, so what is packed leads there.
import { run } from './run.mjs';
import { root } from './paths.mjs';

/** Hosts that show the files of a branch below `raw/HEAD` and `blob/HEAD`. */
const hosts = ['github.com', 'gitlab.com'];

/**
 * @param {string} address of a repository, as git takes it: https, ssh, or `git@HOST:OWNER/NAME`
 * @returns {string | undefined} its page, `https://HOST/OWNER/NAME`; nothing for other hosts
 */
export function repositoryPage(address) {
  const [, host = '', path = ''] =
    /^(?:git\+)?(?:https?:\/\/|ssh:\/\/)?(?:[^@/]+@)?([^:/]+)[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      address,
    ) ?? [];
  return hosts.includes(host) ? `https://${host}/${path}` : undefined;
}

/**
 * The page of the repository that the clone comes from.
 * @returns {Promise<string | undefined>} nothing where it comes from no public host
 */
export async function originPage() {
  const address = await run('git', ['remote', 'get-url', 'origin'], { cwd: root }).catch(() => '');
  return repositoryPage(address.trim());
}

/**
 * What a manifest says of the repository.
 * @param {string} page
 */
export function repositoryFields(page) {
  return {
    repository: { type: 'git', url: `${page}.git` },
    bugs: { url: `${page}/issues` },
    homepage: `${page}#readme`,
  };
}
