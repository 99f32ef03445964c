import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { packageRoot } from '../config/package-root.js';

const source = path.join(packageRoot, 'src');

it('inserts raw text into statements in only four places, never from user input', () => {
  const raw = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...fs.readFileSync(path.join(source, file), 'utf8').matchAll(/\b(?:sql\.(?:raw|lit)|new RawNode)\((.*)/g)].map(
        ([, text = '']) => [file.replaceAll(path.sep, '/'), text],
      ),
    );
  expect(raw.sort()).toEqual([
    // The action of a payment, limited by the caller's type.
    ['billing/payments/audit-entries-repository.ts', expect.stringMatching(/^action\)/)],
    // Type names listed in the code.
    ['platform/database/json-rows.ts', expect.stringMatching(/^type\)/)],
    // The text of a migration.
    ['platform/database/migrate.ts', expect.stringMatching(/^text\)/)],
    ['practices/directory/practices-repository.ts', expect.stringMatching(/^descending \? 'desc' : 'asc'\)/)],
  ]);
});
