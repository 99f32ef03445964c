/** Rows of modules' own services. Days are `YYYY-MM-DD`, UTC. */
import type { JWK } from 'jose';
import type { JSONColumnType } from 'kysely';

export interface ServiceSigningKeysTable {
  /** Counts from 1. */
  number: number;
  kid: string;
  private_jwk: JSONColumnType<JWK>;
  created_at: Date;
  signs_from: Date;
}

export interface ModuleServiceCallsTable {
  module: string;
  day: string;
  outcome: 'answered' | 'failed' | 'not_sent';
  bucket: number;
  calls: number;
}

/** A circuit that isn't closed, on one replica. */
export interface ModuleServiceCircuitsTable {
  module: string;
  replica: string;
  reason: string;
  opened_at: Date;
  seen_at: Date;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    service_signing_keys: ServiceSigningKeysTable;
    module_service_calls: ModuleServiceCallsTable;
    module_service_circuits: ModuleServiceCircuitsTable;
  }
}
