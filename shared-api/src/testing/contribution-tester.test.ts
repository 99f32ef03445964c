import { describe, expect, it } from '@jest/globals';
import type { Contributions } from '../remote.js';
import { createContributionTester } from './contribution-tester.js';

const card: Contributions['overview.card'] = ({ basePath, practice, session }) =>
  Promise.resolve({ lead: `${practice?.name ?? 'All'} at ${basePath}${session.flags.internal ? ', internal' : ''}` });

describe('createContributionTester', () => {
  it('gives each tester its own practice', async () => {
    const testers = [1, 2].map(() => createContributionTester('overview.card', card));
    const leads = await Promise.all(testers.map(async ({ ask }) => (await ask()).lead));
    expect(leads).toEqual(testers.map(({ context }) => `Bright Smiles Dental at ${context.basePath}`));
    expect(new Set(leads).size).toBe(2);
  });

  it('passes the context given by the test', async () => {
    const ofPractice = createContributionTester('overview.card', card, { practice: { id: 7, name: 'Harbor' } });
    expect((await ofPractice.ask()).lead).toBe('Harbor at /settings/7');
    const ofConsole = createContributionTester('overview.card', card, { practice: null, flags: { internal: true } });
    expect((await ofConsole.ask()).lead).toBe('All at /internal, internal');
  });

  it('passes the typed text to a search', async () => {
    const path = '/settings/1/recalls';
    const { ask } = createContributionTester('search', (_context, query) =>
      Promise.resolve([{ id: 'one', title: query, path }]),
    );
    expect(await ask('nina')).toEqual([{ id: 'one', title: 'nina', path }]);
  });

  it('reports what the slot rejects', async () => {
    const { ask } = createContributionTester('nav.badge', () =>
      Promise.resolve({ severity: 'info', text: 'far too long', label: 'Recalls' }),
    );
    await expect(ask()).rejects.toThrow(/^The slot nav\.badge refuses this answer\. text: /);
  });
});
