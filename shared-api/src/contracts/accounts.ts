/** A person's own account: second factors, and the second step of a sign-in. */
import * as z from 'zod/mini';
import { defineCall } from './call.js';
import { session } from './session.js';

const password = z.string().check(z.minLength(1), z.maxLength(1024));
/** As typed: people add spaces, hyphens and capitals. */
const typedCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));

export const secondFactorMethods = ['totp', 'recovery_code'] as const;
export const secondFactorMethod = z.enum(secondFactorMethods);
export type SecondFactorMethod = z.infer<typeof secondFactorMethod>;

/** What an authenticator app needs: the address of the QR code, or the secret to type. */
export const totpSetup = z.object({ uri: z.string(), secret: z.string() });
export type TotpSetup = z.infer<typeof totpSetup>;

/** New recovery codes. They are shown only now. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const signInStep = z.object({
  /** `verify`: show a second factor. `enroll`: set one up, because this account needs one. */
  step: z.enum(['verify', 'enroll']),
  email: z.string(),
  methods: z.array(secondFactorMethod),
});
export type SignInStep = z.infer<typeof signInStep>;

export const readSignInStep = defineCall({
  name: 'readSignInStep',
  method: 'GET',
  path: '/api/session/second-step/',
  access: 'everyone',
  summary: 'The step that follows the password of a sign-in',
  answer: signInStep,
});

/** A typed code, and what kind it is. */
export const codeProof = z.strictObject({ method: secondFactorMethod, code: typedCode });
export type CodeProof = z.infer<typeof codeProof>;

export const finishSignIn = defineCall({
  name: 'finishSignIn',
  method: 'POST',
  path: '/api/session/second-step/',
  access: 'everyone',
  summary: 'Show a second factor after the password; sets the session cookie',
  body: codeProof,
  answer: session,
});

export const startTotpAtSignIn = defineCall({
  name: 'startTotpAtSignIn',
  method: 'POST',
  path: '/api/session/second-step/totp/',
  access: 'everyone',
  summary: 'Set up an authenticator app after the password, for an account that needs one',
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

export const secondFactors = z.object({
  /** False for people who sign in only through the identity provider, which has their second factors. */
  local: z.boolean(),
  /** True if this account needs a second factor, so that the last one can't be removed. */
  required: z.boolean(),
  /** Null without an authenticator app. In epoch seconds. */
  totp: z.nullable(z.object({ added_at: z.int() })),
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

export const startTotp = defineCall({
  name: 'startTotp',
  method: 'POST',
  path: '/api/account/totp/',
  access: 'signed-in',
  summary: 'Set up an authenticator app',
  body: passwordProof,
  answer: totpSetup,
});

export const confirmTotp = defineCall({
  name: 'confirmTotp',
  method: 'POST',
  path: '/api/account/totp/confirm/',
  access: 'signed-in',
  summary: 'Confirm the new authenticator app with its first code; the former app ends',
  body: z.strictObject({ code: typedCode }),
  /** Without codes if the person has some already. */
  answer: recoveryCodes,
});

export const removeTotp = defineCall({
  name: 'removeTotp',
  method: 'POST',
  path: '/api/account/totp/remove/',
  access: 'signed-in',
  summary: 'Remove the authenticator app',
  body: passwordProof,
  answer: secondFactors,
});

export const createRecoveryCodes = defineCall({
  name: 'createRecoveryCodes',
  method: 'POST',
  path: '/api/account/recovery-codes/',
  access: 'signed-in',
  summary: 'New recovery codes; the former ones end',
  body: passwordProof,
  answer: recoveryCodes,
});
