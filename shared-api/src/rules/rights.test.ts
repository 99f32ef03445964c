import { describe, expect, it } from '@jest/globals';
import { missingRight, ownersToAsk, rightsOfMember, rights } from './rights.js';

describe('rightsOfMember', () => {
  it('gives an owner every right, regardless of stored rights', () => {
    expect(rightsOfMember('owner', null)).toEqual(rights);
    expect(rightsOfMember('owner', [])).toEqual(rights);
  });

  it('gives a manager every right except members', () => {
    expect(rightsOfMember('manager', null)).toEqual(rights.filter((right) => right !== 'members'));
  });

  it('gives staff only settings and hours', () => {
    expect(rightsOfMember('staff', null)).toEqual(['settings', 'hours']);
  });

  it('uses the rights an owner chose instead of those of the role', () => {
    expect(rightsOfMember('manager', ['hours'])).toEqual(['hours']);
    expect(rightsOfMember('staff', [])).toEqual([]);
  });

  it('includes reading billing in the right to change it', () => {
    expect(rightsOfMember('staff', ['billing'])).toEqual(['billing.read', 'billing']);
  });

  it('ignores the members right and unknown rights in storage', () => {
    expect(rightsOfMember('manager', ['members', 'everything'])).toEqual([]);
  });
});

describe('ownersToAsk', () => {
  it.each<[readonly string[] | undefined, string]>([
    [undefined, 'an owner'],
    [[], 'an owner'],
    [['Olivia Marsh'], 'an owner: Olivia Marsh'],
    [['Olivia Marsh', 'Ben Ito'], 'an owner: Olivia Marsh or Ben Ito'],
    [['Ann', 'Ben', 'Cy', 'Di'], 'an owner, such as Ann, Ben or Cy'],
  ])('names the owners %j', (owners, expected) => {
    expect(ownersToAsk(owners)).toBe(expected);
  });
});

describe('missingRight', () => {
  it('names the practice whose owner can help', () => {
    expect(missingRight('activity', 'Bright Smiles')).toBe(
      'You don’t have permission to see who changed what. Ask an owner of Bright Smiles.',
    );
  });

  it('names the missing permission and whom to ask', () => {
    expect(missingRight('billing')).toBe(
      'You don’t have permission to change subscriptions and cards. Ask an owner of this practice.',
    );
  });

  it('names the owners where they are known', () => {
    expect(missingRight('hours', undefined, ['Olivia Marsh'])).toBe(
      'You don’t have permission to change hours. Ask an owner: Olivia Marsh.',
    );
    expect(missingRight('hours', 'Bright Smiles', [])).toBe(
      'You don’t have permission to change hours. Ask an owner of Bright Smiles.',
    );
  });
});
