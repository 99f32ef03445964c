/** Links with which people set a password: in place of a forgotten one, or as their first one after an invitation. */
import * as z from 'zod/mini';
import { emailAddress } from './email-address.js';
import { defineCall } from './call.js';
import { user } from './session.js';

/** The page of the shell that opens a link. */
export const ACCOUNT_LINK_PATH = '/account-link';

/** How long a link counts that somebody asked for by mail. */
export const RESET_LINK_HOURS = 1;

/** The token is in the fragment, which browsers send to nobody. */
export const accountLinkAddress = (token: string): string => `${ACCOUNT_LINK_PATH}#${token}`;

/** Longer than a token, so that a link that was copied badly gets the same answer as an unknown one. */
const token = z.string().check(z.minLength(1), z.maxLength(200));
const success = z.object({ status: z.literal('success') });

export const requestPasswordReset = defineCall({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/api/session/password-reset/',
  access: 'everyone',
  summary: 'Send a link for a new password to an address, if an account has it; the answer is always the same',
  body: z.strictObject({
    email: emailAddress,
  }),
  answer: success,
});

export const readAccountLink = defineCall({
  name: 'readAccountLink',
  method: 'POST',
  path: '/api/session/account-link/',
  access: 'everyone',
  summary: 'Whose password a link sets, or whom it invites',
  body: z.strictObject({ token }),
  answer: z.object({
    email: z.string(),
    /** The practice that the person joins with the link. Null for a link in place of a forgotten password. */
    practice_name: z.nullable(z.string()),
    /** Who is signed in in this browser instead of the link's person. They sign out before the password is set. */
    signed_in_as: z.nullable(user),
    /**
     * `either`: an invitation whose link somebody else may have seen, so nothing says whether its address has an account. Whoever
     * has one signs in; anybody else sets a password. `sign_in` comes from older servers alone. Absent: sets a password.
     */
    opens: z.optional(z.enum(['password', 'sign_in', 'either'])),
  }),
});

export const useAccountLink = defineCall({
  name: 'useAccountLink',
  method: 'POST',
  path: '/api/session/account-link/use/',
  access: 'everyone',
  summary:
    'Set a password with a link; ends all sessions of the person and signs nobody in. An invitation’s link changes nothing of an ' +
    'account that is in use, with the same answer',
  body: z.strictObject({ token, password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  answer: success,
});
