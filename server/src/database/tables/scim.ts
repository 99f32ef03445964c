/** Rows of provisioning by the identity provider. */

export interface ScimUsersTable {
  person_id: string;
  /** The provisioning client's name of the person. */
  external_id: string | null;
  given_name: string | null;
  family_name: string | null;
  /** When the client deleted the account. */
  deleted_at: Date | null;
  changed_at: Date;
}

export interface ScimTokensTable {
  id: string;
  name: string;
  token_hash: Buffer;
  prefix: string;
  issued_at: Date;
  issued_by: string;
  used_at: Date | null;
  revoked_at: Date | null;
  /** Null for a token that doesn't expire. */
  expires_at: Date | null;
  /** The first refusal after it expired. */
  refused_at: Date | null;
}

export interface ScimTables {
  scim_users: ScimUsersTable;
  scim_tokens: ScimTokensTable;
}
