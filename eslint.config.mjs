// The linter. Arrows between files are held by dependency-cruiser.config.mjs.
import * as regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { boundedArguments } from './scripts/lint/boundedArguments.mjs';

/** Programs of their own, which wire the rooms to node. */
const entries = ['src/adapter/stdio*.ts', 'src/commandLine/**'];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      '.vscode-test/',
      'test/corpus/',
      'samples/',
      '**/*.mjs',
      'test-results/',
      '.real/',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      // Numbers come from files; an enum names those of a standard, and esbuild puts its numbers
      // where they are used.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // vscode.Disposable is a class that VS Code takes by its shape.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'no-restricted-globals': ['error', 'Buffer', 'process'],
      'max-len': [
        'error',
        {
          code: 100,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
          ignoreUrls: true,
          // What tools read: directives, types in JavaScript.
          ignorePattern: '^\\s*(// eslint-|import |/\\*\\* @)',
        },
      ],
    },
  },
  {
    files: ['src/platform/**', ...entries, 'test/**'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    // What ships.
    files: ['src/**', 'webview/**'],
    plugins: { here: { rules: { 'bounded-arguments': boundedArguments } }, regexp },
    rules: {
      'here/bounded-arguments': 'error',
      // A file, a target or a page may choose the text: no regular expression grows with its square.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  {
    // What takes another file's place in a browser (scripts/build.mjs).
    files: ['src/**/*.web.ts'],
    rules: { 'no-restricted-globals': ['error', 'Buffer', 'process'] },
  },
);
