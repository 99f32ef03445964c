import { describe, expect, it } from '@jest/globals';
import { grantableRights } from 'shared-api/contracts';
import { accessOf, heldRights, includedIn, isSameAccess, toRequest, withRight } from './access';

describe('accessOf', () => {
  it('uses the role’s rights when none were chosen', () => {
    expect(accessOf({ role: 'staff', rights: ['settings', 'hours'], has_own_rights: false })).toEqual({
      role: 'staff',
      rights: null,
    });
  });

  it('uses chosen rights, without the one reserved for owners', () => {
    expect(accessOf({ role: 'manager', rights: ['hours', 'members'], has_own_rights: true }).rights).toEqual(['hours']);
  });
});

describe('withRight', () => {
  it('starts from the role’s rights', () => {
    expect(withRight({ role: 'staff', rights: null }, 'communication', true).rights).toEqual([
      'settings',
      'communication',
      'hours',
    ]);
  });

  it('adds the rights that a right includes', () => {
    const access = withRight({ role: 'staff', rights: [] }, 'billing', true);
    expect(heldRights(access)).toEqual(['billing.read', 'billing']);
    expect(includedIn(access, 'billing.read')).toBe('billing');
    expect(includedIn(access, 'billing')).toBeUndefined();
  });

  it('removes a right', () => {
    expect(withRight({ role: 'staff', rights: null }, 'hours', false).rights).toEqual(['settings']);
  });
});

describe('toRequest', () => {
  it('sends no rights for an owner', () => {
    expect(toRequest({ role: 'owner', rights: ['hours'] })).toEqual({ role: 'owner', rights: null });
    expect(heldRights({ role: 'owner', rights: ['hours'] })).toEqual(grantableRights);
  });
});

describe('isSameAccess', () => {
  it('distinguishes chosen rights from the role’s', () => {
    expect(isSameAccess({ role: 'staff', rights: null }, { role: 'staff', rights: ['settings', 'hours'] })).toBe(false);
    expect(isSameAccess({ role: 'staff', rights: null }, { role: 'staff', rights: null })).toBe(true);
  });
});
