import { expect, it } from '@jest/globals';
import { errorMessage, loadFailureOf } from './use-settings';

const failed = { status: 500, code: 'broken', message: 'The disk is full' };
const noAnswer = { status: 0, code: 'no_answer', message: 'The server didn’t answer.' };
const unknownCall = { status: 404, code: 'unknown_call', message: 'Ask the operator for an update.' };

it.each([
  ['the message of the server', failed, 'The disk is full'],
  ['the default without an answer', noAnswer, 'Failed to create tables'],
  ['the default for an empty message', { ...failed, message: '' }, 'Failed to create tables'],
])('shows %s', (_, error, message) => expect(errorMessage(error, 'Failed to create tables')).toBe(message));

it.each([
  ['the message of the server', failed, { title: 'The disk is full', help: 'Try again.' }],
  ['the default without an answer', noAnswer, { title: 'Failed to load', help: 'Try again.' }],
  ['what to do about an unknown call', unknownCall, { title: 'Failed to load', help: unknownCall.message }],
])('titles a failed load with %s', (_, error, texts) =>
  expect(loadFailureOf(error, 'Failed to load', 'Try again.')).toEqual(texts),
);
