import { describe, expect, it } from '@jest/globals';
import { isAttachment, searchIn } from './stored-attachment';

const staged = { subscriptionId: 'sub_1', items: [], scheduledSubscriptions: [], leftOut: [] };

describe('the stored selection', () => {
  it.each([
    [{ staged: [], liftWithheld: true }, true],
    [{ staged: [staged], liftWithheld: false }, true],
    [{ staged: [{ subscriptionId: 'sub_1' }], liftWithheld: false }, false],
    [{ staged: [null], liftWithheld: false }, false],
    [{ staged: [staged] }, false],
    ['text', false],
    [null, false],
  ])('validates as expected: %j', (stored, isValid) => {
    expect(isAttachment(stored)).toBe(isValid);
  });

  it('reopens the dialog with its initial search', () => {
    expect(['olivia', '', undefined, 7].map(searchIn)).toEqual(['olivia', '', null, null]);
  });
});
