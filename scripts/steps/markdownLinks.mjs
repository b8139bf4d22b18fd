// The links of a Markdown text, which in a VSIX lead only to what is in it.

const link = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g;

/**
 * Makes plain words of the links that lead nowhere. Pictures stay.
 * @param {string} text
 * @param {(path: string) => boolean} exists whether there is such a file, by its path from the text's folder
 */
export function withoutDeadLinks(text, exists) {
  return text.replace(link, (whole, picture, words, target) =>
    picture || !isPath(target) || exists(withoutFragment(target)) ? whole : words,
  );
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
