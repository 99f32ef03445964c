// @ts-check
/** The lint rules of a module in its own repository. */
import { cleanUp, hooks, kitOnly, preset } from './preset.mjs';

const otherModules = {
  group: ['mf-*', 'mf-*/**'],
  message: 'A remote is never imported: publish a topic of RemoteProps instead.',
};

export const moduleLint = {
  ...preset,
  overrides: [
    ...preset.overrides,
    hooks(['src/**/*.{ts,tsx}']),
    cleanUp(['src/**/*.{ts,tsx}']),
    { files: ['src/**'], rules: { 'no-restricted-imports': ['error', { patterns: [...kitOnly, otherModules] }] } },
  ],
};
