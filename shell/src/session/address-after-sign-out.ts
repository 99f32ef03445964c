export interface SignOut {
  /** True on a shared computer. */
  isShared: boolean;
  /** True when the next person at the computer takes over and typed input is kept. */
  isSwitch: boolean;
  /** URL that also ends the identity provider's session. */
  providerSignOut: string | undefined;
}

/**
 * The URL after a sign-out. On a shared computer, the provider's session also ends, so that the next person can't use
 * it. Elsewhere, the sign-in page offers to end it.
 */
export function addressAfterSignOut({ isShared, isSwitch, providerSignOut = '/' }: SignOut): string {
  return isShared && !isSwitch ? providerSignOut : '/';
}
