/** Rows of the keys that callers send. */
export interface IdempotencyKeysTable {
  key: string;
  fingerprint: string;
  keep_until: Date;
}

declare module '../database/tables.js' {
  interface Tables {
    idempotency_keys: IdempotencyKeysTable;
  }
}
