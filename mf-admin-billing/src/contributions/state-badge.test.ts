import { describe, expect, it } from '@jest/globals';
import type { ContributionContext } from 'shared-api';
import { navBadge, type PracticeState, practiceStates, readPracticeState } from 'shared-api/contracts';
import { answer, reply } from 'shared-api/testing';
import { network, withNetwork } from '../testing/open-route';
import { contribute as badge } from './state-badge';

withNetwork();

const context = {
  practice: { id: 12, name: 'Bright Smiles', time_zone: 'America/Chicago', pms_name: 'opendental' },
  signal: new AbortController().signal,
  reauthenticate: () => Promise.resolve(false),
  heardRevision: () => undefined,
} as unknown as ContributionContext;

const inStates = (...states: PracticeState[]): void =>
  network.use(answer(readPracticeState, () => reply(readPracticeState, { insider: false, states })));

describe('the badge of a practice', () => {
  it('shows the most urgent state and names all of them', async () => {
    inStates('past_due', 'trial');
    expect(await badge(context)).toEqual({
      severity: 'error',
      text: '•',
      label: 'Past due, On trial',
      state: 'Past due',
    });
  });

  it('is left out for a practice in no state', async () => {
    inStates();
    expect(await badge(context)).toBeNull();
  });

  it.each(practiceStates)('fits its slot in the state %s', async (state) => {
    inStates(state);
    expect(navBadge.safeParse(await badge(context)).success).toBe(true);
  });
});
