import { describe, expect, it } from '@jest/globals';
import { type PracticeState, practiceStates, readPracticeState } from 'shared-api/contracts';
import { answer, createContributionTester, reply } from 'shared-api/testing';
import { network, withNetwork } from '../testing/open-route';
import { contribute } from './state-badge';

withNetwork();

const { ask } = createContributionTester('nav.badge', contribute);

const inStates = (...states: PracticeState[]): void =>
  network.use(answer(readPracticeState, () => reply(readPracticeState, { insider: false, states })));

describe('a practice’s badge', () => {
  it('shows the most urgent state and names all of them', async () => {
    inStates('past_due', 'trial');
    expect(await ask()).toEqual({
      severity: 'error',
      text: '•',
      label: 'Past due, On trial',
      state: 'Past due',
    });
  });

  it('is left out for a practice without a state', async () => {
    inStates();
    expect(await ask()).toBeNull();
  });

  it.each(practiceStates)('fits its slot in the state %s', async (state) => {
    inStates(state);
    expect(await ask()).not.toBeNull();
  });
});
