import { describe, expect, it } from '@jest/globals';
import { accountsOf } from './accounts';
import { failedAs, type Result, settled, tally } from './results';
import { ORGANIZATION, PRACTICE, sidOf, somePhoneNumbers, withSids } from './testing/phone-server';

const number = '+13125550100';
const result = (over: Partial<Result> = {}): Result => ({
  number: { phone_number: number, sid: sidOf(number) },
  to: 'organization',
  origin: PRACTICE,
  destination: ORGANIZATION,
  state: 'failed',
  message: undefined,
  code: undefined,
  changed: [],
  ...over,
});

const stillThere = accountsOf(somePhoneNumbers());
const arrived = accountsOf(somePhoneNumbers({ practice_phone_numbers: {}, org_phone_numbers: withSids(number) }));
const gone = accountsOf(somePhoneNumbers({ practice_phone_numbers: {} }));

describe('a call that failed', () => {
  it.each([
    ['no answer', { status: 0, code: 'no_answer', message: '' }, 'unknown'],
    ['an answer that came too late', { status: 0, code: 'timeout', message: '' }, 'unknown'],
    ['a page of a proxy', { status: 502, code: 'not_json', message: '' }, 'unknown'],
    ['a provider that does not answer', { status: 502, code: 'provider_unavailable', message: '' }, 'unknown'],
    ['an address that is missing', { status: 422, code: 'address_required', message: '' }, 'failed'],
    ['a server that refuses', { status: 409, code: 'number_moved', message: '' }, 'failed'],
  ] as const)('by %s leaves the number %#', (_, error, state) => expect(failedAs(error)).toBe(state));
});

describe('once the lists were read again', () => {
  it.each([
    ['a lost answer of a number that has arrived is a move', 'unknown', arrived, 'moved', false, /has arrived/],
    ['a lost answer of a number that stayed is none', 'unknown', stillThere, 'failed', true, /still in the practice/],
    ['a number in neither account is looked for elsewhere', 'unknown', gone, 'unknown', false, /neither/],
    ['nothing is known while they could not be read', 'unknown', undefined, 'unknown', false, /not known yet/],
    ['a refused number that somebody else moved says where it is', 'failed', arrived, 'failed', false, /organization/],
  ] as const)('%s', (_, state, accounts, after, again, note) => {
    const now = settled(result({ state }), accounts);
    expect(now).toMatchObject({ state: after, again });
    expect(now.notes.join(' ')).toMatch(note);
  });

  it('a refused number can be tried again where it still is', () => {
    expect(settled(result(), stillThere)).toMatchObject({ again: true, notes: [] });
  });

  it.each(['address_required', 'address_invalid'])('%s names the account that needs the address', (code) => {
    expect(settled(result({ code }), stillThere).notes.join()).toContain(ORGANIZATION);
  });

  it('a move names the settings that changed with it', () => {
    const { notes } = settled(result({ state: 'moved', changed: ['Trunk: TK1 → none'] }), arrived);
    expect(notes).toEqual(['Changed with the move: Trunk: TK1 → none']);
  });
});

it('results are counted by how they ended', () => {
  const states = ['moved', 'moved', 'failed', 'unknown', 'waiting'] as const;
  expect(tally(states.map((state) => ({ state })))).toEqual({ moved: 2, failed: 1, unknown: 1 });
});
