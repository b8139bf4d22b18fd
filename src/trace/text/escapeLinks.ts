// VS Code makes a link of `[text](target)` in a notification, and a target may be a command of VS
// Code with arguments. A sentence may hold names that a stranger chose, of files or in a program;
// they are no links.

/**
 * A sentence for a notification in which nothing is a link; a person reads the same, but for a
 * space.
 */
export function escapeLinks(sentence: string): string {
  return sentence.replaceAll('](', '] (');
}
