/** The export of the audit log (docs/audit-export.md). */
import * as z from 'zod/mini';
import { defineCall } from './call.js';
import { actorKinds } from './activity.js';

/** Incremented when a field changes its meaning or is removed, but not for new fields. */
export const AUDIT_EXPORT_VERSION = 1;

/** An entry's position in write order. Entries from before positions existed have positions below 1. */
export const auditCursor = z.string().check(z.regex(/^-?\d{1,18}$/, 'Not a cursor'));

/** One line of the export. */
export const auditLine = z.strictObject({
  version: z.literal(AUDIT_EXPORT_VERSION),
  cursor: auditCursor,
  id: z.uuid(),
  /** Epoch seconds. */
  at: z.int(),
  /** Null for an entry of the console itself. */
  practice_id: z.nullable(z.int()),
  actor: z.strictObject({ kind: z.enum(actorKinds), id: z.string(), name: z.string() }),
  action: z.string(),
  area: z.nullable(z.string()),
  entity: z.string(),
  entity_id: z.string(),
  /** The value before and after the change. `before` is null for a new value. */
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditLine = z.infer<typeof auditLine>;

const LATEST = 8_640_000_000_000;
const epochSeconds = z.coerce.number().check(z.int(), z.gte(0), z.lte(LATEST));

/** Responds with JSON lines (`application/x-ndjson`), one `auditLine` per entry. */
export const exportAudit = defineCall({
  name: 'exportAudit',
  method: 'GET',
  path: '/api/audit/export/',
  access: 'super-admin',
  limited: 'exports',
  stepUp: true,
  summary: 'The audit log as JSON lines, oldest first',
  query: z.strictObject({
    /** Epoch seconds, inclusive. By default from the first entry. */
    from: z.optional(epochSeconds),
    /** Epoch seconds, exclusive. By default up to now. */
    to: z.optional(epochSeconds),
    /** Cursor of the last entry that the caller has. */
    cursor: z.optional(auditCursor),
  }),
  answer: z.unknown(),
});
