// @ts-check
import { describe, expect, it } from '@jest/globals';
import { missingFiles } from './documents.mjs';

const files = ['mf-hours/README.md', 'mf-hours/src/weekly-hours/copy.ts', 'server/src/app.ts', 'docs/security.md'];

describe('missingFiles', () => {
  it.each([
    ['mf-hours/README.md', '`copy.ts`, `weekly-hours/`, `src/weekly-hours/copy.ts`, `server/src/app.ts`', []],
    ['mf-hours/README.md', '`app.ts` of another package', ['app.ts']],
    ['docs/security.md', '`app.ts`, `paste.ts`, `wire/`', ['paste.ts', 'wire/']],
    ['docs/security.md', '`NAME-routes.ts`, `npm test`, `@mui/material`, `zod/mini`, `practice`, `10.0.0.0/8`', []],
    ['docs/security.md', '```sh\ncat `gone.ts`\n```\n', []],
    ['docs/decisions/0001-a.md', '# 0001 Title (overtaken by 0002)\n\n`gone.ts`', []],
  ])('finds the missing files that %s names: %s', (document, text, expected) => {
    expect(missingFiles(document, text, files)).toEqual(expected);
  });
});
