/** Rows of settled and dismissed items. The audit log has who did it, and why. */
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
