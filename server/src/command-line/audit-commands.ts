import { exportAuditLog } from '../oversight/audit-export/export-service.js';
import type { Command } from './run.js';
import { UsageError } from './usage-error.js';

/** A day in UTC or epoch seconds. */
function timeOf(option: string, text: string | boolean | undefined): Date | undefined {
  if (typeof text !== 'string') return undefined;
  const seconds = /^\d{1,12}$/.test(text) ? Number(text) : undefined;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const time = seconds === undefined ? new Date(isDay ? `${text}T00:00:00Z` : Number.NaN) : new Date(seconds * 1000);
  if (Number.isNaN(time.getTime())) {
    throw new UsageError(`Type a day such as 2026-11-01, or epoch seconds, after --${option}.`);
  }
  return time;
}

function cursorOf(text: string | boolean | undefined): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (!/^-?\d{1,18}$/.test(text)) throw new UsageError('Type the cursor of a line after --cursor.');
  return text;
}

export const auditCommands: readonly Command[] = [
  {
    usage: 'audit export',
    summary: 'print the audit log as lines of JSON (docs/audit-export.md)',
    options: {
      from: { type: 'string', summary: 'first day, in UTC, or epoch seconds' },
      to: { type: 'string', summary: 'the day after the last one, in UTC, or epoch seconds' },
      cursor: { type: 'string', summary: 'cursor of the last line that you have' },
    },
    async run({ db, options, audit, io }) {
      const query = {
        from: timeOf('from', options['from']),
        to: timeOf('to', options['to']),
        cursor: cursorOf(options['cursor']),
      };
      for await (const lines of await exportAuditLog(db, query, audit)) {
        io.out(lines.trimEnd());
        await io.drained?.();
      }
    },
  },
];
