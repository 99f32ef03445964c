/** Lint rules. The boundaries between packages are rules too, and each says where the code should go instead. */
import path from 'node:path';
import { cleanUp, hooks, kitOnly, preset } from './tools/lint/preset.mjs';

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
  group: ['shared-api', 'shared-api/**', '!shared-api/agent'],
  message: 'The sandbox is the outside world: of ours it knows the agent protocol, shared-api/agent, and nothing else.',
};
/** The groups of folders in server/src, from below to above, and the groups that each imports from. */
const serverGroups = {
  platform: [],
  access: ['platform'],
  billing: ['platform', 'access'],
  practices: ['platform', 'access', 'billing'],
  hours: ['platform', 'access', 'practices'],
  'product-access': ['platform', 'access', 'billing', 'practices'],
  modules: ['platform', 'access', 'billing'],
  oversight: ['platform', 'access', 'billing', 'practices', 'product-access', 'modules'],
};
const serverRoot = 'app|app-context|background-work|command-line|demo|features|main|mails|server';

/** @param {string} group @param {readonly string[]} below */
function otherGroups(group, below) {
  const closed = Object.keys(serverGroups).filter((other) => other !== group && !below.includes(other));
  return {
    regex: `^(\\.\\./)+(${[...closed, serverRoot].join('|')})(/|\\.js$)`,
    message: `${group}/ imports from ${below.join(', ') || 'no other group'}. Move what both need to the group below that owns it, take it as an argument, or let the group above handle a job (docs/architecture.md).`,
  };
}
const otherRoutes = {
  regex: '^\\.\\./[^.].*-routes\\.js$',
  message: "Routes are a feature's own. Move what two features share into its service.",
};

/** @param {string[]} files @param {object[]} patterns @param {string[]} [excludeFiles] */
const boundary = (files, patterns, excludeFiles = []) => ({
  files,
  excludeFiles,
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

export default {
  ...preset,
  jsPlugins: [...preset.jsPlugins, path.resolve(import.meta.dirname, 'tools/lint/fact-separators.mjs')],
  ignorePatterns: [...preset.ignorePatterns, 'e2e/.work/'],
  overrides: [
    ...preset.overrides,
    hooks(['{shell,shared-ui,mf-*}/src/**/*.{ts,tsx}']),
    cleanUp(['{shared-ui,mf-*}/src/**/*.{ts,tsx}'], ['shared-ui/src/{theme,standalone}/**']),
    {
      files: ['{shell,shared-ui,mf-*}/src/**'],
      excludeFiles: ['**/*.{test,stories}.{ts,tsx}'],
      rules: { 'fact-separators/no-break-at-dot': 'error' },
    },
    {
      files: ['{server,sandbox,shared-api,shared-ui,shell,mf-*}/src/**'],
      excludeFiles: ['**/*.test.{ts,tsx}'],
      rules: { 'max-params': ['error', { max: 5 }] },
    },
    {
      files: ['{server,shell,mf-*}/src/**'],
      excludeFiles: ['**/*.test.{ts,tsx}', 'server/src/**/testing/**'],
      rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
    },
    // Playwright reads from the pattern of the first argument which fixtures a fixture needs.
    { files: ['e2e/{support,engines}/**'], rules: { 'no-empty-pattern': 'off' } },
    boundary(['mf-*/src/**'], [...kitOnly, remotes, shell, server]),
    boundary(['shared-ui/src/**'], [remotes, shell, server]),
    boundary(['shared-api/src/**'], [remotes, shell, server, react, ...kitOnly]),
    boundary(['shell/src/**'], [remotes, server, ...kitOnly]),
    boundary(['sandbox/src/**'], [remotes, shell, server, react, ...kitOnly, outsideWorld]),
    boundary(['server/src/**'], [remotes, shell, react, ...kitOnly]),
    ...Object.entries(serverGroups).map(([group, below]) =>
      boundary(
        [`server/src/${group}/**`],
        [remotes, shell, react, ...kitOnly, otherRoutes, otherGroups(group, below)],
        ['**/*.test.ts', '**/testing/**'],
      ),
    ),
  ],
};
