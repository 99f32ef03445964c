/** Rows of second factors, pending sign-ins and password links. */
import type { Generated, JSONColumnType } from 'kysely';
import type { SecondFactorMethod } from 'shared-api/contracts/accounts';

export interface TotpAuthenticatorsTable {
  person_id: string;
  /** Encrypted. Null until the first code is confirmed. */
  secret: Buffer | null;
  added_at: Date | null;
  /** The time step of the last accepted code. `bigint`, so it is read as text. */
  last_step: Generated<string>;
  /** Encrypted secret of the app being set up. */
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
  /** True for a sign-in that must first change the password. */
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
  /** Whether it has ever verified its user. Null: added before this was stored, and unused since. */
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
  /** The account's values when the link was made. */
  email: string;
  password_hash: string | null;
  expires_at: Date;
  /** The practice that invited the person. Null for a password reset. */
  practice_id: number | null;
  /** The practices whose members the link's viewer may manage. Null for a link mailed to its owner. */
  shown_for: number[] | null;
}

/** How an ended link ended. */
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
