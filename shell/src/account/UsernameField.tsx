import type { ReactNode } from 'react';

/** A hidden field in a form with a password: it says to password managers whose password it is. */
export const UsernameField = ({ email }: { email: string }): ReactNode => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
