/** Rows of second factors, of sign-ins that wait for one, and of links to a new password. */
import type { Generated, JSONColumnType } from 'kysely';
import type { SecondFactorMethod } from 'shared-api/contracts/accounts';

export interface TotpAuthenticatorsTable {
  person_id: string;
  /** Encrypted. Null until the first code was confirmed. */
  secret: Buffer | null;
  added_at: Date | null;
  /** The time step of the last accepted code. `bigint`, so it is read as text. */
  last_step: Generated<string>;
  /** The encrypted secret of an app that is being set up. */
  new_secret: Buffer | null;
  new_secret_at: Date | null;
}

export interface RecoveryCodesTable {
  person_id: string;
  code_hash: Buffer;
  used_at: Date | null;
}

export interface PendingSignInsTable {
  /** SHA-256 of the token in the browser's cookie. */
  token_hash: Buffer;
  person_id: string;
  /** The hash that the password matched. */
  password_hash: string;
  started_at: Date;
  /** True for a sign-in that first sets another password. */
  replaces_password: Generated<boolean>;
  /** The second factor that was shown. Null: not yet. */
  second_factor: Generated<SecondFactorMethod | null>;
}

export interface PasskeysTable {
  id: string;
  person_id: string;
  /** In base64url. */
  credential_id: string;
  name: string;
  public_key: Buffer;
  /** `bigint`, so it is read as text. */
  counter: string;
  transports: JSONColumnType<string[]>;
  added_at: Date;
  used_at: Date | null;
  /** Whether it has ever checked who holds it. Null: added before this was stored, and not used since. */
  verifies_user: boolean | null;
}

export interface PasskeyChallengesTable {
  /** SHA-256 of the challenge. */
  challenge_hash: Buffer;
  purpose: 'register' | 'second_step' | 'sign_in' | 'step_up';
  /** The id of a person, or the hash of a browser's cookie. */
  owner: string;
  issued_at: Date;
}

export interface AccountLinksTable {
  person_id: string;
  /** SHA-256 of the token. */
  token_hash: Buffer;
  /** What the account had when the link was made. */
  email: string;
  password_hash: string | null;
  expires_at: Date;
  /** The practice that invited the person. Null for a link in place of a forgotten password. */
  practice_id: number | null;
  /** The practices whose members may be managed by whoever was shown the link. Null for one that was sent to its person. */
  shown_for: number[] | null;
}

/** What became of a former link. */
export interface EndedAccountLinksTable {
  token_hash: Buffer;
  person_id: string;
  practice_id: number | null;
  ended_as: 'used' | 'replaced' | 'withdrawn';
  delete_after: Date;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    account_links: AccountLinksTable;
    ended_account_links: EndedAccountLinksTable;
    totp_authenticators: TotpAuthenticatorsTable;
    recovery_codes: RecoveryCodesTable;
    pending_sign_ins: PendingSignInsTable;
    passkeys: PasskeysTable;
    passkey_challenges: PasskeyChallengesTable;
  }
}
