import type { ApiError } from 'shared-api';
import { SECOND_STEP_REQUIRED } from 'shared-api/contracts';
import { messages } from '../messages';

/** Signs in with a local account. Resolves to the error, or undefined. */
export type SignIn = (email: string, password: string) => Promise<{ error?: ApiError }>;

export interface CredentialProblems {
  email?: string;
  password?: string;
  /** Errors of the whole form: wrong credentials, too many attempts, no response. */
  form?: string;
}

/** Reports empty required fields. */
export function findMissing(email: string, password: string): CredentialProblems {
  return {
    ...(email.trim() === '' && { email: messages.signIn.emailMissing }),
    ...(password === '' && { password: messages.signIn.passwordMissing }),
  };
}

/** True if the password was accepted and a second step follows. */
export function needsSecondStep({ code }: Pick<ApiError, 'code'>): boolean {
  return code === SECOND_STEP_REQUIRED;
}

/** Assigns the server's error to the fields or to the form. */
export function toProblems(error: ApiError): CredentialProblems {
  const { email, password } = error.fields ?? {};
  if (email || password) return { ...(email && { email }), ...(password && { password }) };
  return { form: error.message === '' ? messages.signIn.failed : error.message };
}

export function hasProblems(problems: CredentialProblems): boolean {
  return Object.keys(problems).length > 0;
}
