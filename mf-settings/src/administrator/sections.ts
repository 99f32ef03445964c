/** Groups of settings that only super admins see and change (2.1, 3.1 and 6). */
import { messages } from '../messages';
import type { SectionNames } from '../settings-record/Section';

const text = messages.administrator;

export const groups: readonly (SectionNames & Required<Pick<SectionNames, 'paths'>>)[] = [
  { title: text.groups.basic, paths: ['practice_name', 'pms_name', 'has_phone_call_monitoring'] },
  { title: text.groups.status, paths: ['active', 'snapshot_active'] },
  // The baseline date is also in Basic Settings: one value with two editors (DECISIONS 18).
  { title: text.groups.dates, paths: ['account_expiration_date', 'snapshot_expiration_date', 'baseline_date'] },
  {
    title: text.groups.system,
    paths: [
      'time_zone',
      'pms_update_interval',
      'sync_update_channel',
      'service_code_type',
      'market_iq_max_phone_numbers',
    ],
  },
  { title: text.groups.billing, paths: ['stripe_customer_id'] },
];

export const administratorSection: SectionNames = {
  title: text.title,
  paths: groups.flatMap(({ paths }) => paths),
  names: [text.tables.title, ...groups.map(({ title }) => title)],
};
