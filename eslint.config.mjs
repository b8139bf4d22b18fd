// What the linter (.oxlintrc.json) does not have, of what ships.
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config({
  files: ['src/**/*.ts', 'webview/**/*.ts'],
  languageOptions: { parser: tseslint.parser },
  plugins: { regexp },
  rules: {
    // A file, a target or a page may choose the text: no regular expression grows with its square.
    'regexp/no-super-linear-backtracking': 'error',
    'regexp/no-super-linear-move': 'error',
  },
});
