/** Rows of browser reports about modules. Days are `YYYY-MM-DD`, UTC. */

/** A version of the shell that this console has served. */
export interface ShellVersionsTable {
  version: string;
  first_seen_at: Date;
}

/** Number of items that a person has reported since the window started. */
export interface BrowserReportLimitsTable {
  person_id: string;
  window_started_at: Date;
  items: number;
}

export interface ModuleVisitsTable {
  module: string;
  version: string;
  day: string;
  person_id: string;
  /** The canary that ran at that time. All zeros when none ran. */
  canary_id: string;
  visits: number;
  failures: number;
}

export interface ModuleVitalsTable {
  module: string;
  version: string;
  day: string;
  name: string;
  bucket: number;
  readings: number;
}

export interface BrowserErrorsTable {
  module: string;
  version: string;
  /** SHA-256 of message and source, in hexadecimal digits. */
  fingerprint: string;
  message: string;
  source: string;
  count: number;
  first_at: Date;
  last_at: Date;
}

export interface BrowserErrorDaysTable {
  module: string;
  version: string;
  day: string;
  count: number;
}

export interface BrowserCallsTable {
  module: string;
  version: string;
  day: string;
  call: string;
  calls: number;
  failed: number;
  total_ms: number;
  slowest_ms: number;
}

export interface ContributionLoadsTable {
  module: string;
  version: string;
  day: string;
  contribution: string;
  loads: number;
  failures: number;
  total_ms: number;
  slowest_ms: number;
}

export interface ModuleFirstCallsTable {
  module: string;
  version: string;
  day: string;
  call: string;
  calls: number;
  total_ms: number;
}

declare module '../../platform/database/tables.js' {
  interface Tables {
    contribution_loads: ContributionLoadsTable;
    shell_versions: ShellVersionsTable;
    browser_report_limits: BrowserReportLimitsTable;
    module_visits: ModuleVisitsTable;
    module_vitals: ModuleVitalsTable;
    browser_errors: BrowserErrorsTable;
    browser_error_days: BrowserErrorDaysTable;
    browser_calls: BrowserCallsTable;
    module_first_calls: ModuleFirstCallsTable;
  }
}
