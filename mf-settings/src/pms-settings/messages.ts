/** Texts of the settings that depend on the practice management system. */
import type { PmsKind } from 'shared-api/contracts';

const names: Record<PmsKind, string> = { opendental: 'Open Dental', eaglesoft16: 'Eaglesoft', dentrix: 'Dentrix' };

export const pmsSettings = {
  names,
  title: (kind: PmsKind) => `${names[kind]} Settings`,
  otherTitle: 'PMS Settings',
  other: (name: string) => `${name} has no settings of its own.`,
  notice: 'Changes to these settings take effect after the next data sync.',
  help: {
    open: 'Documentation',
    title: 'PMS Documentation',
    description: (kind: PmsKind) => `What each setting reads from ${names[kind]}, and how it changes reports.`,
    source: 'Source:',
    sources: {
      opendental: { name: 'Open Dental manual', href: 'https://opendental.com/manual/manual.html' },
      eaglesoft16: { name: 'Patterson Dental support', href: 'https://pattersonsupport.custhelp.com/' },
      dentrix: { name: 'Dentrix support', href: 'https://www.dentrix.com/support' },
    } satisfies Record<PmsKind, { name: string; href: string }>,
    frame: (title: string) => `${title}, page`,
  },
} as const;
