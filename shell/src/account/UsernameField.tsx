import type { ReactNode } from 'react';

/** A hidden field in a password form that tells password managers which account it belongs to. */
export const UsernameField = ({ email }: { email: string }): ReactNode => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
