/** Lint rules. The boundaries between packages are rules too, and each says where the code should go instead. */
import fs from 'node:fs';
import path from 'node:path';
import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const browserKit = [
  {
    group: ['@mui/*', '@emotion/*', 'notistack', 'lucide-react'],
    message: 'Take it from shared-ui; what is missing there is added there.',
  },
  { group: ['@reduxjs/*', 'react-redux'], message: 'Take it from shared-ui/redux, which all remotes share.' },
];
const remotes = {
  group: ['mf-*', 'mf-*/**', '**/mf-*/**'],
  message:
    'A remote is never imported: publish a topic of RemoteProps, or move what is common to shared-ui or shared-api.',
};
const shell = {
  group: ['shell', 'shell/**', '**/shell/**'],
  message: 'The shell is reached through RemoteProps alone; see shared-api/src/remote.ts.',
};
const server = {
  group: ['server', 'server/**', '**/server/**', 'kysely', 'pg'],
  message: 'Server code stays in server/; what both sides need is a contract in shared-api.',
};
const react = {
  group: ['react', 'react-dom', 'react/**', 'react-dom/**', 'shared-ui', 'shared-ui/**'],
  message: 'Contracts and server know no React; views belong to shared-ui, the shell or a remote.',
};

const outsideWorld = {
  regex: '^shared-api(/(?!agent$).*)?$',
  message: 'The sandbox is the outside world: of ours it knows the agent protocol, shared-api/agent, and nothing else.',
};

/** What a package imports stands in its own package.json, or in the root's where all packages are tested alike. */
const declared = fs
  .readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && fs.existsSync(path.join(import.meta.dirname, entry.name, 'package.json')))
  .map(({ name }) => ({
    files: [`${name}/**`],
    rules: {
      'import-x/no-extraneous-dependencies': [
        'error',
        {
          devDependencies: true,
          includeTypes: false,
          packageDir: [path.join(import.meta.dirname, name), import.meta.dirname],
        },
      ],
    },
  }));

/** A title begins with a verb in the third person: it says what happens without its `describe`. */
const unclearTitle =
  '/^(that|of|by|without|whose|what|which|who|is no|are no|an?|the|as|to|for|in|on|with|when|where|if|there)\\b/i';
const clearTitles = ['callee.name', 'callee.object.name', 'callee.callee.object.name'].flatMap((name) =>
  [`Literal.arguments:first-child[value=${unclearTitle}]`, `TemplateLiteral[quasis.0.value.raw=${unclearTitle}]`].map(
    (title) => ({
      selector: `CallExpression[${name}=/^(it|test)$/][callee.property.name!="describe"] > ${title}`,
      message: 'Begin the title with a verb: "returns 404 for an unknown job". See CONTRIBUTING.md.',
    }),
  ),
);

/** What every route has in common knows no feature. */
const serverFeatures = {
  regex: '^\\.\\./(?!(audit|database|observability)/|context\\.js$)',
  message: 'http/ is common to all features: take what it needs of one as an argument, as registerApiHooks does.',
};
const otherRoutes = {
  regex: '^\\.\\./[^.].*-routes\\.js$',
  message: "Routes are a feature's own. Move what two features share into its service.",
};

/** @param {string[]} files @param {object[]} patterns */
const boundary = (files, patterns) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } });

export default tseslint.config(
  { ignores: ['**/dist/', '**/dist-types/', '**/.cache/', '**/.data/', '.test-results/', 'e2e/.work/'] },
  js.configs.recommended,
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { projectService: { allowDefaultProject: [] }, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [
        createTypeScriptImportResolver({ conditionNames: ['source', 'types', 'import', 'require', 'default'] }),
      ],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
    },
  },
  {
    files: [
      '**/*.config.{js,mjs,ts}',
      '**/*.d.ts',
      '**/testing/*.mjs',
      // Playwright and Storybook read what is exported so.
      '**/global-setup.ts',
      '**/*.stories.tsx',
      '**/.storybook/*.{ts,tsx}',
    ],
    rules: { 'import-x/no-default-export': 'off' },
  },
  {
    files: ['{shell,shared-ui,mf-*}/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['**/*.{mjs,cjs,js}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        performance: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
  // Functions that are handed to the page run there.
  {
    files: ['bench/**', 'e2e/screens.mjs'],
    languageOptions: { globals: { document: 'readonly', requestAnimationFrame: 'readonly', location: 'readonly' } },
  },
  // Playwright reads from the pattern of the first argument which fixtures a fixture needs.
  { files: ['e2e/support/**'], rules: { 'no-empty-pattern': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['**/*.{test,spec}.{ts,tsx}'], rules: { 'no-restricted-syntax': ['error', ...clearTitles] } },
  ...declared,
  boundary(['mf-*/src/**'], [...browserKit, shell, server, { group: ['mf-*'], message: remotes.message }]),
  boundary(['shared-ui/src/**'], [remotes, shell, server]),
  boundary(['shared-api/src/**'], [remotes, shell, server, react, ...browserKit]),
  boundary(['shell/src/**'], [remotes, server, ...browserKit]),
  boundary(['sandbox/src/**'], [remotes, shell, server, react, ...browserKit, outsideWorld]),
  boundary(['server/src/**'], [remotes, shell, react, ...browserKit]),
  boundary(['server/src/**'], [remotes, shell, react, ...browserKit]),
  {
    ...boundary(['server/src/http/**'], [remotes, shell, react, ...browserKit, serverFeatures]),
    ignores: ['**/*.test.ts'],
  },
  {
    ...boundary(['server/src/*/**'], [remotes, shell, react, ...browserKit, otherRoutes]),
    ignores: ['server/src/http/**', '**/*.test.ts'],
  },
);
