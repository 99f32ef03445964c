export interface SignOut {
  /** True on a computer that several people share. */
  isShared: boolean;
  /** True when the next person at the computer takes over, and what was typed stays. */
  isSwitch: boolean;
  /** Where the session at the identity provider is ended too. */
  providerSignOut: string | undefined;
}

/**
 * The URL that follows a sign-out. On a shared computer the provider's session ends too, so that the next person doesn't find
 * it; elsewhere the sign-in page offers it.
 */
export function addressAfterSignOut({ isShared, isSwitch, providerSignOut = '/' }: SignOut): string {
  return isShared && !isSwitch ? providerSignOut : '/';
}
