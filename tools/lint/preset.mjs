// @ts-check
/** The lint rules of every package, including packages in their own repository. */
import { fileURLToPath } from 'node:url';

/** Code that must not be in a module's bundle, and where to import it from instead. */
export const kitOnly = [
  {
    group: ['@mui/**', '@emotion/**', 'notistack', 'lucide-react'],
    message: 'Take it from shared-ui; what is missing there is added there.',
  },
  { group: ['@reduxjs/**', 'react-redux'], message: 'Take it from shared-ui/redux, which all remotes share.' },
];

const typed = {
  files: ['**/*.{ts,tsx}'],
  rules: {
    // TypeScript checks names.
    'no-undef': 'off',
    'no-redeclare': 'off',
    'no-var': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  },
};

const exportedByDefault = {
  files: [
    '**/*.config.{js,mjs,ts}',
    '**/*.d.ts',
    '**/testing/*.mjs',
    'tools/lint/clean-up.mjs',
    'tools/lint/fact-separators.mjs',
    'tools/lint/test-titles.mjs',
    // Playwright and Storybook require default exports.
    '**/global-setup.ts',
    '**/*-reporter.ts',
    '**/*.stories.tsx',
    '**/.storybook/*.{ts,tsx}',
  ],
  rules: { 'import/no-default-export': 'off' },
};

export const preset = {
  plugins: ['typescript', 'import', 'oxc'],
  jsPlugins: ['./test-titles.mjs', './clean-up.mjs'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
  options: { typeAware: true },
  categories: { correctness: 'error' },
  env: { builtin: true, node: true, browser: true },
  ignorePatterns: ['**/dist/', '**/dist-types/', '**/.cache/', '**/.data/', '.test-results/'],
  rules: {
    'no-array-constructor': 'error',
    'no-case-declarations': 'error',
    'no-constant-condition': 'error',
    'no-empty': 'error',
    'no-fallthrough': 'error',
    'no-prototype-builtins': 'error',
    'no-redeclare': 'error',
    'no-regex-spaces': 'error',
    'no-undef': 'error',
    'no-unexpected-multiline': 'error',
    'no-useless-catch': 'error',
    'no-useless-constructor': 'error',
    'preserve-caught-error': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/prefer-literal-enum-member': 'error',
    'typescript/unified-signatures': 'error',
    // Methods of mocks and of zod's schemas are passed on their own, and texts of unknown values are logged.
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
  },
  overrides: [
    typed,
    exportedByDefault,
    { files: ['**/*.{test,spec}.{ts,tsx}'], rules: { 'test-titles/begin-with-a-verb': 'error' } },
    { files: ['**/*.cjs'], rules: { 'typescript/no-require-imports': 'off' } },
  ],
};

/** The rules of hooks for the sources of a package with React. @param {string[]} files */
export const hooks = (files) => ({
  files,
  plugins: ['react'],
  rules: {
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    // The rules of React's compiler, which isn't used here.
    'react/globals': 'off',
    'react/immutability': 'off',
    'react/no-children-prop': 'off',
    'react/purity': 'off',
    'react/refs': 'off',
    'react/set-state-in-effect': 'off',
  },
});

/**
 * A module must clean up what it starts in the page. @param {string[]} files @param {string[]} [ofThePage] what lasts
 * as long as it
 */
export const cleanUp = (files, ofThePage = []) => ({
  files,
  excludeFiles: [...ofThePage, '**/*.{test,stories}.{ts,tsx}', '**/testing/**', '**/standalone.ts'],
  rules: { 'clean-up/end-what-starts': 'error' },
});
