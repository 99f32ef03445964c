/** Rows of phone numbers and their accounts. */

export interface PracticeVoiceAccountsTable {
  practice_id: number;
  account_sid: string;
}

export interface PhoneMovesTable {
  practice_id: number;
  id: string;
  phone_number: string;
  phone_number_sid: string;
  origin_account: string;
  destination_account: string;
  moved_by: string;
  moved_at: Date;
  /** Null while the move is in progress. */
  outcome: 'moved' | 'failed' | 'unknown' | null;
  message: string | null;
}

export interface PhoneNumberLabelsTable {
  phone_number_sid: string;
  label: string;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    practice_voice_accounts: PracticeVoiceAccountsTable;
    phone_moves: PhoneMovesTable;
    phone_number_labels: PhoneNumberLabelsTable;
  }
}
