/** Rows of people and their sessions. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MemberRole } from 'shared-api/contracts';

/** JSON that is written as text and read as a value. */
type Json<T extends object> = JSONColumnType<T>;

export interface PeopleTable {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
  /** Null for people who sign in only through the identity provider. */
  password_hash: string | null;
  super_admin: Generated<boolean>;
  task_admin: Generated<boolean>;
  internal: Generated<boolean>;
  developer: Generated<boolean>;
  created_at: Generated<Date>;
  /**
   * The practice that was shown the link that set the password, if the address is unconfirmed since. Null: confirmed.
   */
  link_shown_to: Generated<number | null>;
  /** Version of the password rule that the last sign-in checked the password against. Null: not checked yet. */
  password_rule: Generated<number | null>;
  /** Null for active people. */
  deactivated_at: Date | null;
}

/** A person's identity at an identity provider. */
export interface PersonIdentitiesTable {
  issuer: string;
  subject: string;
  person_id: string;
}

export interface MembershipsTable {
  practice_id: number;
  person_id: string;
  role: Generated<MemberRole>;
  /** Rights that an owner selected. Null: the rights of the role. */
  rights: Generated<string[] | null>;
  /** When the person was invited. Null since they have joined: since they can sign in. */
  invited_at: Generated<Date | null>;
  /** When the person lost access. Null: has access. */
  deactivated_at: Generated<Date | null>;
  /** The name that the practice typed. This and the following columns are null unless the person is invited. */
  invited_as: Generated<string | null>;
  invitation_expires_at: Generated<Date | null>;
  /** Set for everyone. The practice sees an invited person under this id. */
  invitation_id: Generated<string>;
  /** SHA-256 of the token of a link that leads to the sign-in. */
  invitation_token_hash: Generated<Buffer | null>;
  /** True for a person who joins by accepting. */
  asks_person: Generated<boolean>;
  /** Another practice whose members the inviting person manages, and that was shown the account's password link. */
  vouched_for: Generated<number | null>;
}

/** The memberships that give access. */
export type ActiveMembershipsView = Pick<MembershipsTable, 'practice_id' | 'person_id' | 'role' | 'rights'>;

/** The hour in which the provider's staff last read an area of a practice. */
export interface SupportReadsTable {
  person_id: string;
  practice_id: number;
  area: string;
  read_hour: Date;
}

/** Staff access to a practice they aren't a member of, with a reason and an end. */
export interface SupportAccessesTable {
  id: string;
  person_id: string;
  practice_id: number;
  reason: string;
  opened_at: Date;
  ends_at: Date;
  /** Null: it lasts until `ends_at`. */
  ended_at: Date | null;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer;
  person_id: string;
  created_at: Date;
  used_at: Date;
  expires_at: Date;
  overrides: Json<{ module: string; entry: string }[]>;
  /** Open previews of modules. */
  previews: ColumnType<{ module: string; name: string }[], string | undefined, string>;
  /** When the person last used a second factor in this session. Null: not yet. */
  second_factor_at: Date | null;
  /** When the person last entered the password in this session. Null: not yet. */
  password_at: Date | null;
  /** Names the session to its owner, who never sees the hash. */
  id: Generated<string>;
  user_agent: string | null;
  /** The network address, or the /64 network of an IPv6 address. */
  network: string | null;
  /** The identity at the provider that started the session. Null: started otherwise. */
  identity_issuer: string | null;
  identity_subject: string | null;
  /** The provider's id for its own session. Null if it sends none. */
  identity_sid: string | null;
  /** The provider's ID token, encrypted. Null if it wasn't stored. */
  id_token: Buffer | null;
  /** SHA-256 of the browser's cookie. Null for sessions from before it was stored. */
  browser_hash: Buffer | null;
}

/** A browser of a computer that several people share. */
export interface SharedBrowsersTable {
  /** SHA-256 of the browser's cookie. */
  browser_hash: Buffer;
  marked_at: Date;
}

/** A person's choice of how a shared computer's sign-in page lists them. */
export interface SharedBrowserPeopleTable {
  id: Generated<string>;
  browser_hash: Buffer;
  person_id: string;
  /** Null: not listed. */
  name: string | null;
}

/** A sign-out after which the browser may end the session at the identity provider. */
export interface ProviderSignOutsTable {
  /** SHA-256 of the token in the browser's cookie. */
  token_hash: Buffer;
  /** Encrypted, as in the session. */
  id_token: Buffer | null;
  started_at: Date;
}

/** Logout tokens of the identity provider that were used, until they expire. */
export interface OidcLogoutsTable {
  /** SHA-256 of issuer and `jti`. */
  token_hash: Buffer;
  issuer: string;
  subject: string | null;
  sid: string | null;
  issued_at: Date;
  expires_at: Date;
}

/** A browser with which a person has signed in. */
export interface KnownBrowsersTable {
  person_id: string;
  /** SHA-256 of the browser's cookie. */
  browser_hash: Buffer;
  used_at: Date;
}

export interface SignInAttemptsTable {
  /** SHA-256 of the subject of the count: an account or an address. */
  subject: Buffer;
  window_started_at: Date;
  attempts: number;
}

export interface OidcSignInsTable {
  /** SHA-256 of the `state` parameter. */
  state_hash: Buffer;
  nonce: string;
  code_verifier: string;
  return_to: string;
  popup: boolean;
  /** The `prompt` for the account, see `AccountPrompt`. Null for none. */
  account: 'select_account' | 'login' | null;
  started_at: Date;
  /** Absent until the provider has responded. */
  used_at: Generated<Date | null>;
}

export interface PendingIdentityLinksTable {
  /** SHA-256 of the token in the browser's cookie. */
  token_hash: Buffer;
  person_id: string;
  issuer: string;
  subject: string;
  /** The provider's claims about the person. */
  claims: Json<Record<string, unknown>>;
  return_to: string;
  popup: boolean;
  started_at: Date;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    people: PeopleTable;
    person_identities: PersonIdentitiesTable;
    memberships: MembershipsTable;
    active_memberships: ActiveMembershipsView;
    support_reads: SupportReadsTable;
    support_accesses: SupportAccessesTable;
    sessions: SessionsTable;
    known_browsers: KnownBrowsersTable;
    sign_in_attempts: SignInAttemptsTable;
    oidc_sign_ins: OidcSignInsTable;
    oidc_logouts: OidcLogoutsTable;
    provider_sign_outs: ProviderSignOutsTable;
    shared_browsers: SharedBrowsersTable;
    shared_browser_people: SharedBrowserPeopleTable;
    pending_identity_links: PendingIdentityLinksTable;
  }
}
