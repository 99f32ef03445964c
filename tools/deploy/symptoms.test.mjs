// @ts-check
/** The symptoms in docs/operations.md quote what people and logs see, between “ and ”. Each quote is in the code. */
import { expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { repositoryPath } from '../steps.mjs';

const document = fs.readFileSync(repositoryPath('docs/operations.md'), 'utf8');
const [, section = ''] = /^## When something is wrong$(.*?)^## /ms.exec(document) ?? [];
const symptoms = section.split('\n').flatMap((row) => /^\| (.*?[“`].*?) +\| /.exec(row)?.[1] ?? []);

const sources = execFileSync(
  'git',
  ['ls-files', 'server/src', 'shared-api/src', 'shared-ui/src', 'shell/src', 'mf-*/src'],
  {
    cwd: repositoryPath(),
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes('/testing/'))
  .map((file) => fs.readFileSync(repositoryPath(file), 'utf8'))
  .join('\n');

/** What the code must contain: texts without the parts that vary, and codes of errors. @param {string} symptom */
const quotesIn = (symptom) => [
  ...[...symptom.matchAll(/“(.*?)”/g)].flatMap(([, quote = '']) => quote.split('…').map((part) => part.trim())),
  ...[...symptom.matchAll(/\d{3} `(.*?)`/g)].map(([, code = '']) => `'${code}'`),
];

it('finds the quotes', () => {
  expect(symptoms.flatMap(quotesIn).length).toBeGreaterThan(15);
});

it.each(symptoms)('quotes what the code says: %s', (symptom) => {
  expect(quotesIn(symptom).filter((quote) => !sources.includes(quote))).toEqual([]);
});
