// What the linter (.oxlintrc.json) does not have, file by file.
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/*.{js,cjs,mjs}',
      'dist/',
      '.vscode-test/',
      'test/corpus/',
      'samples/',
      'test-results/',
      '.real/',
    ],
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    rules: {
      'max-len': [
        'error',
        {
          code: 100,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
          // What tools read: directives, types in JavaScript.
          ignorePattern: '^\\s*(// (es|ox)lint-|import |/\\*\\* @)',
        },
      ],
    },
  },
  {
    // What ships.
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    plugins: { regexp },
    rules: {
      // A file, a target or a page may choose the text: no regular expression grows with its square.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
);
