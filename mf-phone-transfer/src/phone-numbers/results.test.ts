import { describe, expect, it } from '@jest/globals';
import { accountsOf } from './accounts';
import { failureState, type Result, resolveResult, tally } from './results';
import { ORGANIZATION_SID, PRACTICE_SID, sidOf, somePhoneNumbers, withSids } from './testing/phone-server';

const number = '+13125550100';
const result = (over: Partial<Result> = {}): Result => ({
  number: { phone_number: number, sid: sidOf(number) },
  to: 'organization',
  origin: PRACTICE_SID,
  destination: ORGANIZATION_SID,
  state: 'failed',
  message: undefined,
  code: undefined,
  changed: [],
  ...over,
});

const stillThere = accountsOf(somePhoneNumbers());
const arrived = accountsOf(somePhoneNumbers({ practice_phone_numbers: {}, org_phone_numbers: withSids(number) }));
const gone = accountsOf(somePhoneNumbers({ practice_phone_numbers: {} }));

describe('failedAs', () => {
  it.each([
    ['no answer', { status: 0, code: 'no_answer', message: '' }, 'unknown'],
    ['an answer that came too late', { status: 0, code: 'timeout', message: '' }, 'unknown'],
    ['a page of a proxy', { status: 502, code: 'not_json', message: '' }, 'unknown'],
    ['a provider that does not answer', { status: 502, code: 'provider_unavailable', message: '' }, 'unknown'],
    ['a missing address', { status: 422, code: 'address_required', message: '' }, 'failed'],
    ['a refusal', { status: 409, code: 'number_moved', message: '' }, 'failed'],
  ] as const)('returns the state of the number after %s', (_, error, state) => expect(failureState(error)).toBe(state));
});

describe('resolveResult', () => {
  it.each([
    ['reports a move when the answer was lost but the number arrived', 'unknown', arrived, 'moved', false, /was moved/],
    [
      'reports a failure when the answer was lost and the number stayed',
      'unknown',
      stillThere,
      'failed',
      true,
      /still in the practice/,
    ],
    ['keeps the state unknown for a number in neither account', 'unknown', gone, 'unknown', false, /isn’t in either/],
    [
      'keeps the state unknown while the lists cannot be read',
      'unknown',
      undefined,
      'unknown',
      false,
      /don’t know yet/,
    ],
    [
      'names the account of a refused number that somebody else moved',
      'failed',
      arrived,
      'failed',
      false,
      /organization/,
    ],
  ] as const)('%s', (_, state, accounts, after, again, note) => {
    const now = resolveResult(result({ state }), accounts);
    expect(now).toMatchObject({ state: after, canRetry: again });
    expect(now.notes.join(' ')).toMatch(note);
  });

  it('allows a retry of a refused number that is still there', () => {
    expect(resolveResult(result(), stillThere)).toMatchObject({ canRetry: true, notes: [] });
  });

  it.each(['address_required', 'address_invalid'])('names the account that needs the address for %s', (code) => {
    expect(resolveResult(result({ code }), stillThere).notes.join()).toContain(ORGANIZATION_SID);
  });

  it('names the settings that changed with a move', () => {
    const { notes } = resolveResult(result({ state: 'moved', changed: ['Trunk: TK1 → none'] }), arrived);
    expect(notes).toEqual(['Changed by the move: Trunk: TK1 → none']);
  });
});

it('counts results by outcome', () => {
  const states = ['moved', 'moved', 'failed', 'unknown', 'waiting'] as const;
  expect(tally(states.map((state) => ({ state })))).toEqual({ moved: 2, failed: 1, unknown: 1 });
});
