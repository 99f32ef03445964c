/** What only super admins see and change, in groups (2.1, 3.1 and 6). */
import { messages } from '../messages';
import type { SectionNames } from '../settings-record/Section';

const words = messages.administrator;

export const groups: readonly (SectionNames & Required<Pick<SectionNames, 'paths'>>)[] = [
  { title: words.groups.basic, paths: ['practice_name', 'pms_name', 'has_phone_call_monitoring'] },
  { title: words.groups.status, paths: ['active', 'snapshot_active'] },
  // The baseline date is in Basic Settings too: one value with two editors (DECISIONS 18).
  { title: words.groups.dates, paths: ['account_expiration_date', 'snapshot_expiration_date', 'baseline_date'] },
  {
    title: words.groups.system,
    paths: [
      'time_zone',
      'pms_update_interval',
      'sync_update_channel',
      'service_code_type',
      'market_iq_max_phone_numbers',
    ],
  },
  { title: words.groups.billing, paths: ['stripe_customer_id'] },
];

export const administratorSection: SectionNames = {
  title: words.title,
  paths: groups.flatMap(({ paths }) => paths),
  names: [words.tables.title, ...groups.map(({ title }) => title)],
};
