import { describe, expect, it } from '@jest/globals';
import { missingRight, rightsOfMember, rights } from './rights.js';

describe('rightsOfMember', () => {
  it('gives an owner every right, whatever is stored', () => {
    expect(rightsOfMember('owner', null)).toEqual(rights);
    expect(rightsOfMember('owner', [])).toEqual(rights);
  });

  it('gives a manager everything but the members', () => {
    expect(rightsOfMember('manager', null)).toEqual(rights.filter((right) => right !== 'members'));
  });

  it('gives staff settings and hours, and no money', () => {
    expect(rightsOfMember('staff', null)).toEqual(['settings', 'hours']);
  });

  it('gives what an owner chose instead of what the role has', () => {
    expect(rightsOfMember('manager', ['hours'])).toEqual(['hours']);
    expect(rightsOfMember('staff', [])).toEqual([]);
  });

  it('lets whoever spends see what is spent', () => {
    expect(rightsOfMember('staff', ['billing'])).toEqual(['billing.read', 'billing']);
  });

  it('ignores the members right and unknown rights in what is stored', () => {
    expect(rightsOfMember('manager', ['members', 'everything'])).toEqual([]);
  });
});

describe('missingRight', () => {
  it('says what is out of reach and whom to ask', () => {
    expect(missingRight('billing')).toBe(
      'You don’t have permission to change subscriptions and cards. Ask an owner of this practice.',
    );
  });
});
