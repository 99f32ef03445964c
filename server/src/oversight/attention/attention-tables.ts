/** Rows of what people settled or dismissed. Who did, and why, is in the audit log. */
export interface ClosedAttentionTable {
  /** NO_PRACTICE for the internal overview. */
  practice_id: number;
  item: string;
  closed_at: Date;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    closed_attention: ClosedAttentionTable;
  }
}
