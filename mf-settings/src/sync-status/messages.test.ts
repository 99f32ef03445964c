import { expect, it } from '@jest/globals';
import { syncStatus } from './messages';

const { sentences } = syncStatus.summary;

it.each([
  ['synced', '2 hours ago', 'The last update arrived 2 hours ago.'],
  ['running', '2 hours ago', 'An update is arriving. The data is from 2 hours ago.'],
  ['running', null, 'The first update is arriving.'],
  ['failed', '2 hours ago', 'The last update failed. The data is from 2 hours ago.'],
  ['failed', null, 'The first update failed.'],
  ['blocked', '2 hours ago', 'Updates are blocked at the clinic. The data is from 2 hours ago.'],
  ['service_down', '2 hours ago', 'The database service at the clinic isn’t running. The data is from 2 hours ago.'],
  ['offline', '2 hours ago', 'No sync agent is connected. The data is from 2 hours ago.'],
  ['offline', null, 'No sync agent is connected. No data has arrived yet.'],
  ['never', null, 'No data has arrived yet.'],
] as const)('summarizes %s with data from %s', (state, age, sentence) => {
  expect(sentences[state](age)).toBe(sentence);
});
