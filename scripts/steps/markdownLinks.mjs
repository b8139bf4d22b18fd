// The links of a Markdown text, which in a VSIX lead to what is in it, or to a public repository.
import { posix } from 'node:path';

const link = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/** A picture that is a paragraph, with the empty line after it. */
const pictureAlone = /^ *!\[[^\]]*\]\(([^)\s]+)\)\n\n?/gm;

/**
 * Leaves out the pictures that are files, and makes plain words of the links that lead nowhere.
 * @param {string} text
 * @param {(path: string) => boolean} exists whether there is such a file, by its path from the text's folder
 */
export function withoutPictures(text, exists) {
  const isDead = (/** @type {string} */ target) =>
    isPath(target) && !exists(withoutFragment(target));
  return text
    .replace(pictureAlone, (whole, target) => (isPath(target) ? '' : whole))
    .replace(link, (whole, picture, words, target) => {
      if (picture && isPath(target)) return words;
      return isDead(target) ? words : whole;
    });
}

/**
 * Leads pictures, and links to what is not there, to the files of a repository.
 * @param {string} text
 * @param {string} page of the repository
 * @param {string} folder of the text, in the repository
 * @param {(path: string) => boolean} exists as for {@link withoutPictures}
 */
export function withPublicLinks(text, page, folder, exists) {
  return text.replace(link, (whole, picture, words, target) => {
    if (!isPath(target) || (!picture && exists(withoutFragment(target)))) return whole;
    const path = posix.join(folder, target);
    return `${picture}[${words}](${page}/${picture ? 'raw' : 'blob'}/HEAD/${path})`;
  });
}

/**
 * @param {string} text
 * @returns {string[]} the paths, from the text's folder, that its links and pictures lead to
 */
export function linkedPaths(text) {
  const targets = [...text.matchAll(link)].map(([, , , target = '']) => target);
  return targets.filter(isPath).map(withoutFragment);
}

/** @param {string} target */
function isPath(target) {
  return !/^([a-z][a-z+.-]*:|#)/i.test(target);
}

/** @param {string} target */
function withoutFragment(target) {
  return target.replace(/#.*$/, '');
}
