/** Everything that gives access reads the view of active memberships. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../platform/config/package-root.js';

/** The only file that may read and write memberships in every state. */
const OWNER = 'access/members/members-repository.ts';

/** True for text that names the table, in a query builder or in SQL. */
const namesTable = (text: string): boolean =>
  /['"`]memberships(?:['"`.\s])/.test(text) || /\b(?:from|join|into|update|table)\s+memberships\b/i.test(text);

const source = path.join(packageRoot, 'src');
const files = fs
  .readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'));

describe('the table of memberships', () => {
  it('is named only in its repository', () => {
    expect(files.length).toBeGreaterThan(300);
    // `as('memberships')` names a column of a session, which comes from the view.
    const naming = files.filter((file) =>
      namesTable(fs.readFileSync(path.join(source, file), 'utf8').replaceAll(".as('memberships')", '')),
    );
    expect(naming).toEqual([OWNER]);
  });

  it.each([
    ["selectFrom('memberships')", true],
    ['select from memberships where', true],
    ["innerJoin('memberships', 'memberships.person_id')", true],
    ["selectFrom('active_memberships')", false],
    ['person.memberships.has(id)', false],
  ])('is recognized in %s: %s', (text, named) => {
    expect(namesTable(text)).toBe(named);
  });
});
