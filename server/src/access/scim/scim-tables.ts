/** Rows of provisioning by the identity provider. */
import type { TokenColumns } from '../tokens/token-columns.js';

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

export type ScimTokensTable = TokenColumns;

declare module '../../platform/database/tables.js' {
  interface Tables {
    scim_users: ScimUsersTable;
    scim_tokens: ScimTokensTable;
  }
}
