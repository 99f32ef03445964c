/** Links for setting a password: to replace a forgotten one, or as the first one after an invitation. */
import * as z from 'zod/mini';
import { emailAddress } from './email-address.js';
import { defineCall } from './call.js';
import { user } from './session.js';

/** Path of the shell's page for a link. */
export const ACCOUNT_LINK_PATH = '/account-link';

/** How long a link requested by email is valid. */
export const RESET_LINK_HOURS = 1;

/** The token is in the fragment, which browsers don't send to any server. */
export const accountLinkAddress = (token: string): string => `${ACCOUNT_LINK_PATH}#${token}`;

/** Longer than a token, so that a badly copied link gets the same response as an unknown one. */
const token = z.string().check(z.minLength(1), z.maxLength(200));
const success = z.object({ status: z.literal('success') });

export const requestPasswordReset = defineCall({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/api/session/password-reset/',
  access: 'everyone',
  summary: 'Email a link for a new password, if the address has an account; the response is always the same',
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
  summary: 'The account whose password a link sets, or the person whom it invites',
  body: z.strictObject({ token }),
  answer: z.object({
    email: z.string(),
    /** The practice that the person joins with the link. Null for a password reset link. */
    practice_name: z.nullable(z.string()),
    /** The other person who is signed in on this browser. They sign out before the password is set. */
    signed_in_as: z.nullable(user),
    /** True if the person whom the link invites is signed in on this browser. */
    signed_in: z.optional(z.boolean()),
    /**
     * `either`: an invitation whose link others may have seen, so the response doesn't reveal whether its address has
     * an account. People with an account sign in; others set a password. Only older servers send `sign_in`. If absent,
     * the link sets a password.
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
    'Set a password with a link; ends all sessions of the person and signs nobody in. An invitation’s link returns the same ' +
    'response for an account in use, but doesn’t change it',
  body: z.strictObject({ token, password: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  answer: success,
});
