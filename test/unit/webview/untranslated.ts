// Finds text for a person that is not given through `t`: the text and the spoken attributes of
// lit's templates, and string literals that read as words.
import ts from 'typescript';

/** Attributes that a person reads or hears. */
const shown = [
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
];

/** Texts of a source file that are in no call of `t`, in the order in which they stand. */
export function untranslatedIn(fileName: string, text: string): string[] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return;
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html') {
      found.push(...wordsOfTemplate(node.template));
    } else if (ts.isStringLiteralLike(node) && readsAsWords(node)) {
      found.push(node.text);
    } else if (ts.isTemplateExpression(node) && readsAsSentence(staticText(node))) {
      if (!ts.isTaggedTemplateExpression(node.parent)) found.push(staticText(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * What a person never sees: modules' names, types, errors of the program itself, and what is
 * translated.
 */
function isLeftOut(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Error';
  // An argument may be words again, as in t('{0} of {1}', word ? 'a' : 'b'); the message itself is
  // translated, and its comment is for translators.
  return (
    (ts.isStringLiteralLike(node) || ts.isObjectLiteralExpression(node)) &&
    ts.isCallExpression(node.parent) &&
    node.parent.arguments[0] === node &&
    /^(t|l10n\.t|querySelector|.*\.(querySelector|querySelectorAll|closest|matchMedia|contains|getElementById|setAttribute|removeAttribute|setProperty|addEventListener|createElement))$/.test(
      node.parent.expression.getText(),
    )
  );
}

/** A literal of several words, or of one with a capital that is compared with nothing. */
function readsAsWords(node: ts.StringLiteralLike): boolean {
  if (ts.isTaggedTemplateExpression(node.parent)) return false;
  if (readsAsSentence(node.text)) return true;
  const { parent } = node;
  const isCompared =
    ts.isCaseClause(parent) ||
    ts.isBinaryExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node);
  return !isCompared && /^[A-Z][a-z]+…?$/.test(node.text);
}

function readsAsSentence(text: string): boolean {
  return /\p{Letter}{2,},? \p{Letter}{2,}/u.test(text);
}

function staticText(node: ts.TemplateExpression): string {
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
}

/** The text between tags and in spoken attributes, with `{}` where an expression stands. */
function wordsOfTemplate(template: ts.TemplateLiteral): string[] {
  const source = ts.isTemplateExpression(template) ? staticText(template) : template.text;
  const attributes = [...source.matchAll(/\s([\w-]+)="([^"]*)"/g)].flatMap(
    ([, name = '', value = '']) => (shown.includes(name) ? [value] : []),
  );
  // An expression in a tag may hold no `>`, so a tag ends at the first one.
  const texts = source.replaceAll(/"[^"]*"/g, '""').split(/<[^>]*>/);
  return [...attributes, ...texts]
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => /\p{Letter}{2,}/u.test(each.replaceAll(/&\w+;/g, '')));
}
