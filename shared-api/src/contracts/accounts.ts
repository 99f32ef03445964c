/** A person's own account: second factors, passkeys, and the second sign-in step. */
import * as z from 'zod/mini';
import { defineCall, practiceId } from './call.js';
import { session } from './session.js';
import { typedName } from './typed-name.js';

const password = z.string().check(z.minLength(1), z.maxLength(1024));

/** As typed, because people add spaces, hyphens and capitals. */
const typedCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

export const secondFactorMethods = ['passkey', 'totp', 'recovery_code'] as const;
export const secondFactorMethod = z.enum(secondFactorMethods);
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(20_000));

/** The options of the browser's WebAuthn call, as JSON. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) });

/** The browser's result for a new passkey. */
const newPasskeyAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
  }),
});
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>;

/** The browser's result for an existing passkey. */
export const passkeyAnswer = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** The data for an authenticator app: the QR code's URL, or the secret to type. */
export const totpSetup = z.object({ uri: z.string(), secret: z.string() });
export type TotpSetup = z.infer<typeof totpSetup>;

/** New recovery codes. They are shown only once. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const signInStep = z.object({
  /**
   * `verify`: confirm a second factor. `replace_password`: set another password, because the current rule rejects this
   * one. `enroll`: set up a second factor, because this account needs one.
   */
  step: z.enum(['verify', 'replace_password', 'enroll']),
  email: z.string(),
  methods: z.array(secondFactorMethod),
});
export type SignInStep = z.infer<typeof signInStep>;

export const readSignInStep = defineCall({
  name: 'readSignInStep',
  method: 'GET',
  path: '/api/session/second-step/',
  access: 'everyone',
  summary: 'The sign-in step after the password',
  answer: signInStep,
});

const codeMethod = z.enum(['totp', 'recovery_code']);
export type CodeMethod = z.infer<typeof codeMethod>;

/** A typed code, or the result of a passkey. */
export const secondFactorProof = z.union([
  z.strictObject({ method: codeMethod, code: typedCode }),
  z.strictObject({ method: z.literal('passkey'), answer: passkeyAnswer }),
]);
export type SecondFactorProof = z.infer<typeof secondFactorProof>;

export const startPasskeyStep = defineCall({
  name: 'startPasskeyStep',
  method: 'POST',
  path: '/api/session/second-step/passkey/',
  access: 'everyone',
  summary: 'WebAuthn options for a passkey as the second sign-in step',
  answer: passkeyOptions,
});

export const finishSignIn = defineCall({
  name: 'finishSignIn',
  method: 'POST',
  path: '/api/session/second-step/',
  access: 'everyone',
  summary:
    'Verify a second factor after the password; sets the session cookie, or returns 401 when another step follows',
  body: secondFactorProof,
  answer: session,
});

export const replacePasswordAtSignIn = defineCall({
  name: 'replacePasswordAtSignIn',
  method: 'POST',
  path: '/api/session/second-step/password/',
  access: 'everyone',
  summary:
    'Replace a password that is easy to guess at sign-in; ends the person’s sessions and sets the session cookie',
  body: z.strictObject({ new_password: password }),
  answer: session,
});

export const startTotpAtSignIn = defineCall({
  name: 'startTotpAtSignIn',
  method: 'POST',
  path: '/api/session/second-step/totp/',
  access: 'everyone',
  summary: 'Set up an authenticator app at sign-in, for an account that needs a second factor',
  answer: totpSetup,
});

export const confirmTotpAtSignIn = defineCall({
  name: 'confirmTotpAtSignIn',
  method: 'POST',
  path: '/api/session/second-step/totp/confirm/',
  access: 'everyone',
  summary: 'Confirm the new authenticator app with its first code; sets the session cookie',
  body: z.strictObject({ code: typedCode }),
  answer: recoveryCodes,
});

export const startPasskeySignIn = defineCall({
  name: 'startPasskeySignIn',
  method: 'POST',
  path: '/api/session/passkey/options/',
  access: 'everyone',
  summary: 'WebAuthn options for signing in with a passkey instead of a password',
  answer: passkeyOptions,
});

export const signInWithPasskey = defineCall({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/api/session/passkey/',
  access: 'everyone',
  summary: 'Sign in with a passkey instead of password and second factor; sets the session cookie',
  body: z.strictObject({ answer: passkeyAnswer }),
  answer: session,
});

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** In epoch seconds. */
  added_at: z.int(),
  /** Null if never used. */
  used_at: z.nullable(z.int()),
  /** True for a passkey that doesn't verify its holder, so it can't replace the password. */
  second_step_only: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const secondFactors = z.object({
  /** False for people who sign in only through the identity provider, which manages their second factors. */
  local: z.boolean(),
  /** True if this account needs a second factor, so that the last one can't be removed. */
  required: z.boolean(),
  /** Null without an authenticator app. In epoch seconds. */
  totp: z.nullable(z.object({ added_at: z.int() })),
  passkeys: z.array(passkey),
  recovery_codes_left: z.int(),
});
export type SecondFactors = z.infer<typeof secondFactors>;

export const readSecondFactors = defineCall({
  name: 'readSecondFactors',
  method: 'GET',
  path: '/api/account/second-factors/',
  access: 'signed-in',
  summary: 'The person’s own second factors',
  answer: secondFactors,
});

const passwordProof = z.strictObject({ password });

export const changePassword = defineCall({
  name: 'changePassword',
  method: 'POST',
  path: '/api/account/password/',
  access: 'signed-in',
  stepUp: true,
  summary: 'Change the password; ends the person’s other sessions',
  /** `password` is the current one. */
  body: z.strictObject({ password, new_password: password }),
  answer: z.object({ status: z.literal('success') }),
});

export const startTotp = defineCall({
  name: 'startTotp',
  method: 'POST',
  path: '/api/account/totp/',
  access: 'signed-in',
  stepUp: true,
  summary: 'Set up an authenticator app',
  body: passwordProof,
  answer: totpSetup,
});

export const confirmTotp = defineCall({
  name: 'confirmTotp',
  method: 'POST',
  path: '/api/account/totp/confirm/',
  access: 'signed-in',
  summary: 'Confirm the new authenticator app with its first code; it replaces the previous app',
  body: z.strictObject({ code: typedCode }),
  /** Without codes if the person has some already. */
  answer: recoveryCodes,
});

export const removeTotp = defineCall({
  name: 'removeTotp',
  method: 'POST',
  path: '/api/account/totp/remove/',
  access: 'signed-in',
  stepUp: true,
  summary: 'Remove the authenticator app',
  body: passwordProof,
  answer: secondFactors,
});

export const createRecoveryCodes = defineCall({
  name: 'createRecoveryCodes',
  method: 'POST',
  path: '/api/account/recovery-codes/',
  access: 'signed-in',
  stepUp: true,
  summary: 'Create new recovery codes; the previous ones stop working',
  body: passwordProof,
  answer: recoveryCodes,
});

const addedPasskey = z.object({ ...recoveryCodes.shape, second_step_only: passkey.shape.second_step_only });
export type AddedPasskey = z.infer<typeof addedPasskey>;

const passkeyName = typedName(60);
const passkeyParams = z.object({ passkey: z.uuid() });

export const startPasskey = defineCall({
  name: 'startPasskey',
  method: 'POST',
  path: '/api/account/passkeys/options/',
  access: 'signed-in',
  stepUp: true,
  summary: 'WebAuthn options for creating a passkey',
  body: passwordProof,
  answer: passkeyOptions,
});

export const addPasskey = defineCall({
  name: 'addPasskey',
  method: 'POST',
  path: '/api/account/passkeys/',
  access: 'signed-in',
  summary: 'Add the passkey that the browser created',
  body: z.strictObject({ name: passkeyName, answer: newPasskeyAnswer }),
  /** Without codes if the person has some already. */
  answer: addedPasskey,
});

export const renamePasskey = defineCall({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/api/account/passkeys/:passkey/',
  access: 'signed-in',
  summary: 'Rename a passkey',
  params: passkeyParams,
  body: z.strictObject({ name: passkeyName }),
  answer: secondFactors,
});

export const removePasskey = defineCall({
  name: 'removePasskey',
  method: 'POST',
  path: '/api/account/passkeys/:passkey/remove/',
  access: 'signed-in',
  stepUp: true,
  summary: 'Remove a passkey',
  params: passkeyParams,
  body: passwordProof,
  answer: secondFactors,
});

export const readStepUp = defineCall({
  name: 'readStepUp',
  method: 'GET',
  path: '/api/session/step-up/',
  access: 'signed-in',
  summary: 'The ways in which the person can confirm their identity again',
  /** `password`, for a person without a second factor. */
  answer: z.object({ email: z.string(), methods: z.array(z.enum([...secondFactorMethods, 'password'])) }),
});

export const startPasskeyStepUp = defineCall({
  name: 'startPasskeyStepUp',
  method: 'POST',
  path: '/api/session/step-up/passkey/',
  access: 'signed-in',
  summary: 'WebAuthn options for confirming the identity with a passkey',
  answer: passkeyOptions,
});

export const confirmStepUp = defineCall({
  name: 'confirmStepUp',
  method: 'POST',
  path: '/api/session/step-up/',
  access: 'signed-in',
  summary: 'Confirm the identity with a second factor, or else the password, for calls that require it',
  body: z.union([...secondFactorProof.def.options, z.strictObject({ method: z.literal('password'), password })]),
  answer: z.object({ status: z.literal('success') }),
});

export const accountSession = z.object({
  id: z.string(),
  /** In plain words: `Chrome on Windows`. */
  device: z.string(),
  /** The IP address. Null for sessions from before it was stored. */
  network: z.nullable(z.string()),
  /** In epoch seconds. */
  started_at: z.int(),
  last_seen_at: z.int(),
  /** True for the calling session. */
  current: z.boolean(),
});
export type AccountSession = z.infer<typeof accountSession>;

const accountSessions = z.object({ sessions: z.array(accountSession) });

export const listSessions = defineCall({
  name: 'listSessions',
  method: 'GET',
  path: '/api/account/sessions/',
  access: 'signed-in',
  summary: 'The person’s sessions',
  answer: accountSessions,
});

export const endSession = defineCall({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/account/sessions/:session/',
  access: 'signed-in',
  stepUp: 'password',
  summary: 'End one of the person’s sessions',
  params: z.object({ session: z.uuid() }),
  answer: accountSessions,
});

export const endOtherSessions = defineCall({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/api/account/sessions/end-others/',
  access: 'signed-in',
  stepUp: 'password',
  summary: 'End all of the person’s other sessions',
  answer: accountSessions,
});

/** Minutes without activity after which a session on a shared computer ends. */
export const SHARED_IDLE_MINUTES = 10;

export const MAX_LISTED_NAME_LENGTH = 60;

export const changeSharedComputer = defineCall({
  name: 'changeSharedComputer',
  method: 'PUT',
  path: '/api/account/shared-computer/',
  access: 'signed-in',
  summary: 'Mark this computer as shared or personal, and set the name under which its sign-in page lists the person',
  body: z.strictObject({
    shared: z.boolean(),
    /** Null if the sign-in page doesn't list the person. */
    name: z.nullable(typedName(MAX_LISTED_NAME_LENGTH)),
  }),
  answer: session,
});

export const readPresence = defineCall({
  name: 'readPresence',
  method: 'GET',
  path: '/api/session/presence/',
  access: 'signed-in',
  // Must not keep the session alive.
  background: true,
  summary: 'The time until the session ends without activity',
  answer: z.object({ seconds_left: z.int() }),
});

export { deviceName } from '../rules/device-name.js';
export { isEmailAddress } from '../rules/email-address.js';
export { isOneLine, isVisible, MAX_PERSON_NAME_LENGTH, NOT_ONE_LINE, personNameProblem } from '../rules/person-name.js';
export { MIN_PASSWORD_LENGTH, passwordLengthProblem } from '../rules/password-length.js';

/** Path of the page where a person responds to invitations. */
export const ACCOUNT_PAGE_PATH = '/account';

const invitationParams = z.object({ inviting: practiceId });

export const acceptInvitation = defineCall({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/account/invitations/:inviting/',
  access: 'signed-in',
  summary: 'Join a practice that has invited the person',
  params: invitationParams,
  answer: z.object({ status: z.literal('success') }),
});

export const declineInvitation = defineCall({
  name: 'declineInvitation',
  method: 'DELETE',
  path: '/api/account/invitations/:inviting/',
  access: 'signed-in',
  summary: 'Decline an invitation; the practice learns nothing else about the account',
  params: invitationParams,
  answer: z.object({ status: z.literal('success') }),
});
