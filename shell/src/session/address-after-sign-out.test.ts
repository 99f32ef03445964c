import { describe, expect, it } from '@jest/globals';
import { addressAfterSignOut } from './address-after-sign-out';

describe('addressAfterSignOut', () => {
  const providerSignOut = '/api/session/oidc/end';

  it.each([
    [
      'ends the provider’s session on a shared computer',
      { isShared: true, isSwitch: false, providerSignOut },
      providerSignOut,
    ],
    ['leads to the sign-in page without one', { isShared: true, isSwitch: false, providerSignOut: undefined }, '/'],
    ['leads to the list of people for a switch', { isShared: true, isSwitch: true, providerSignOut }, '/'],
    ['leaves the choice on a computer of one person', { isShared: false, isSwitch: false, providerSignOut }, '/'],
  ])('%s', (_, signOut, address) => {
    expect(addressAfterSignOut(signOut)).toBe(address);
  });
});
