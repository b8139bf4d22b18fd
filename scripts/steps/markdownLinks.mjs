// The links of a Markdown text, which in a VSIX lead only to what is in it.

const link = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/** A picture that is a paragraph, with the empty line after it. */
const pictureAlone = /^!\[[^\]]*\]\(([^)\s]+)\)\n\n?/gm;

/**
 * Makes plain words of the links that lead nowhere, and leaves out the pictures that are not there.
 * @param {string} text
 * @param {(path: string) => boolean} exists whether there is such a file, by its path from the text's folder
 */
export function withoutDeadLinks(text, exists) {
  const isDead = (/** @type {string} */ target) =>
    isPath(target) && !exists(withoutFragment(target));
  return text
    .replace(pictureAlone, (whole, target) => (isDead(target) ? '' : whole))
    .replace(link, (whole, picture, words, target) => (isDead(target) ? words : whole));
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
