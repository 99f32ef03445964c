import { expect, it } from '@jest/globals';
import { commandStates } from 'shared-api/contracts';
import { aCommand } from '../settings-record/testing/builders';
import { ageText } from './age';
import { explanation, isUnfinished, badgeOf, stateText } from './command-state';

it('labels every status, and does not mark failures only by color', () => {
  const words = commandStates.map((state) => stateText(aCommand({ state })));
  expect(words).toEqual(['Requested', 'Delivered', 'Running', 'Done', 'Failed', 'Timed out']);
  const alike = commandStates.filter((state) => badgeOf(state).tone === 'danger');
  expect(alike.map((state) => badgeOf(state).icon === undefined)).toEqual([true, false]);
});

it('shows the progress of a running command', () => {
  expect(stateText(aCommand({ state: 'running', percent: 40 }))).toBe('Running 40%');
  expect(stateText(aCommand({ state: 'done', percent: 100 }))).toBe('Done');
});

it('treats a command as unfinished until it ends', () => {
  expect(commandStates.filter((state) => isUnfinished({ state }))).toEqual(['requested', 'delivered', 'running']);
});

it.each([
  ['requested', null, 'Waiting for an agent to connect. This can take up to 15 minutes.'],
  ['delivered', null, expect.stringContaining('about to start')],
  ['timed_out', null, 'The agent didn’t respond within 15 minutes. Check the connection, then request it again.'],
  ['failed', 'The database is locked', 'The database is locked'],
  ['done', null, null],
] as const)('explains %s with %j as %j', (state, message, text) => {
  expect(explanation({ state, message })).toEqual(text);
});

it.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_399, '23 hours ago'],
  [86_400, '1 day ago'],
  [300_000, '3 days ago'],
  [-5, 'just now'],
])('formats %d seconds ago as %s', (seconds, text) => {
  expect(ageText(1_000_000 - seconds, 1_000_000)).toBe(text);
});
