import { expect, it } from '@jest/globals';
import { refusalToast } from './refusal-toast';

const LIMIT = 'Rate limit exceeded. You can recalculate provider hours up to 20 times in a 24-hour period.';

it.each([
  [{ status: 429, code: 'too_many', message: 'Try again after 5 PM.' }, 'Try again after 5 PM.', 7000],
  [{ status: 429, code: 'not_json', message: 'Not readable.' }, LIMIT, 7000],
  [{ status: 409, code: 'running', message: 'A recalculation is running.' }, 'A recalculation is running.', undefined],
  [
    { status: 0, code: 'no_answer', message: 'The server didn’t answer.' },
    'Failed to recalculate provider hours',
    undefined,
  ],
])('shows the server’s or the default message for the documented time: %j', (error, message, duration) =>
  expect(refusalToast(error)).toEqual({ severity: 'error', message, ...(duration !== undefined && { duration }) }),
);
