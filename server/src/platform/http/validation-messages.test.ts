import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { everyContract } from '../../testing/every-contract.js';
import { type ValidationIssue, fieldLabel, fieldMessages, validationSentence } from './validation-messages.js';

const issue = (
  keyword: string,
  instancePath: string,
  params: object = {},
  message = 'Invalid input',
): ValidationIssue => ({
  keyword,
  instancePath,
  message,
  params: { ...params },
});

describe('fieldMessages', () => {
  it.each([
    ['a missing text', issue('invalid_type', '/name', { expected: 'string' }), 'Must be text'],
    ['an empty text', issue('too_small', '/name', { origin: 'string', minimum: 1 }), 'Must not be empty'],
    ['a long text', issue('too_big', '/name', { origin: 'string', maximum: 100 }), 'Must be 100 characters or fewer'],
    ['an empty list', issue('too_small', '/name', { origin: 'array', minimum: 1 }), 'Must not be empty'],
    ['a long list', issue('too_big', '/name', { origin: 'array', maximum: 1000 }), 'Must have 1,000 entries or fewer'],
    [
      'a small number',
      issue('too_small', '/name', { origin: 'number', minimum: 0, inclusive: true }),
      'Must be 0 or more',
    ],
    ['a fraction', issue('not_multiple_of', '/name', { divisor: 1 }), 'Must be a whole number'],
    ['a date', issue('invalid_format', '/name', { format: 'date' }), 'Must be a date'],
    [
      'a pattern',
      issue(
        'invalid_format',
        '/name',
        { format: 'regex', pattern: '/^x$/' },
        'Invalid string: must match pattern /^x$/',
      ),
      'Doesn’t have the right format',
    ],
    ['a choice', issue('invalid_value', '/name', { values: ['month', 'year'] }), 'Choose one of month or year'],
    ['a message of the contract', issue('custom', '/name', {}, 'Not an email address'), 'Not an email address'],
    [
      'a key of a record',
      issue(
        'invalid_key',
        '/name',
        { issues: [{ code: 'invalid_format', format: 'date', path: [] }] },
        'Invalid key in record',
      ),
      'Must be a date',
    ],
    ['a code of a later version', issue('new_code', '/name'), 'Not valid here'],
  ])('describes %s plainly', (_, refused, text) => {
    expect(fieldMessages([refused])).toEqual({ name: text });
  });

  it('keeps dotted paths as keys, and the first message of each', () => {
    const fields = fieldMessages([
      issue('invalid_type', '/clinics/0/name', { expected: 'string' }),
      issue('custom', '/clinics/0/name', {}, 'Something else'),
      issue('unrecognized_keys', '/clinics/0', { keys: ['salt', 'pepper'] }),
    ]);
    expect(fields).toEqual({
      'clinics.0.name': 'Must be text',
      'clinics.0.salt': 'Unknown field',
      'clinics.0.pepper': 'Unknown field',
    });
  });

  it('states the required form of a practice id for every error', () => {
    const wrong = [
      issue('invalid_type', '/practice', { expected: 'number', received: 'NaN' }),
      issue('not_multiple_of', '/practice_id', { divisor: 1 }),
      issue('too_small', '/practice_ids/0', { origin: 'number', minimum: 0, inclusive: false }),
    ];
    expect(new Set(Object.values(fieldMessages(wrong)))).toEqual(new Set(['Must be a whole number above 0']));
  });
});

describe('validationSentence', () => {
  it.each([
    [{ practice_id: 'Must be a whole number above 0' }, 'Practice id: must be a whole number above 0.'],
    [{ 'clinics.0.additionalClinics.3': 'Must not be empty' }, 'Additional clinics, entry 4: must not be empty.'],
    [
      { ph_call_notification_source: 'Choose one of udp or websocket' },
      'Phone call notification source: choose one of udp or websocket.',
    ],
    [
      { 'additional_data.dentrix_completed_appointment_status_ids': 'Must be text' },
      'Completed appointment status IDs: must be text.',
    ],
    [{ '3.mon_l_beg': 'Must be text' }, 'Monday, lunch start: must be text.'],
    [
      { '7.2026-11-16.worked_hours': 'Must be 0 or more' },
      'Provider 7, Nov 16, 2026, worked hours: must be 0 or more.',
    ],
    [{ '7.2026-13-03': 'Must be a date' }, 'Provider 7, 2026-13-03: must be a date.'],
    [{ end: 'Must be text' }, 'End: must be text.'],
    [{ practice_ids: 'Please select practices first' }, 'Please select practices first'],
    [{ '': 'Must be a list' }, 'The request isn’t valid.'],
    [{ '../../etc': 'Unknown field' }, 'Etc: unknown field.'],
    [{}, 'The request isn’t valid.'],
  ])('turns %j into a sentence', (fields, sentence) => {
    expect(validationSentence(fields)).toBe(sentence);
  });
});

describe('fieldLabel', () => {
  it('contains only words for any path', () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        expect(fieldLabel(path)).toMatch(/^[A-Za-z0-9 ,-]*$/);
      }),
    );
  });
});

/** Signs of validator text or a path in a message. */
const technical = /\/\^|\\d|expected|received|Invalid |Unrecognized|too_|\w\.\d|\d\.\w*[a-z]|\[object/;

it('describes errors in every call without technical terms', async () => {
  const parts = (await everyContract()).flatMap((call) =>
    (['params', 'query', 'body'] as const).map((part) => [`${call.name} ${part}`, call[part]] as const),
  );
  expect(parts.length).toBeGreaterThan(400);
  const keyed = fc.dictionary(fc.constantFrom('page', 'practice', 'practice_id', 'name', 'x'), fc.anything());
  for (const [part, schema] of parts) {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), keyed), (input) => {
        const issues = schema.safeParse(input).error?.issues ?? [];
        const fields = fieldMessages(
          issues.map(({ code, path, message, ...params }) => ({
            keyword: code,
            instancePath: `/${path.map(String).join('/')}`,
            message,
            params: params as Record<string, unknown>,
          })),
        );
        for (const text of [...Object.values(fields), validationSentence(fields)]) {
          expect([part, text]).toEqual([part, expect.not.stringMatching(technical)]);
          expect([part, text]).not.toEqual([part, '']);
        }
      }),
      { numRuns: 20, seed: 20_261_122 },
    );
  }
});
