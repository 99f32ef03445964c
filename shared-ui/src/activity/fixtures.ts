/** Changes for stories and tests. */
import type { ActivityItem } from 'shared-api/contracts/activity';

export const AT = Date.parse('2026-11-20T15:12:00Z') / 1000;

const id = (number: number) => `1763651520000000-00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const anItem = (number: number, over: Partial<ActivityItem> = {}): ActivityItem => ({
  id: id(number),
  practice_id: 1,
  practice_name: 'Bright Smiles Dental',
  at: AT - number * 3600,
  actor: { kind: 'person', name: 'Sam Ortiz' },
  area: 'hours',
  sentence: [
    { kind: 'text', text: 'changed ' },
    { kind: 'name', text: 'Friday’s office hours' },
    { kind: 'text', text: ' from ' },
    { kind: 'removed', text: '8:00–5:00' },
    { kind: 'text', text: ' to ' },
    { kind: 'added', text: '8:00–2:00' },
  ],
  changes: [],
  link: '/settings/1/practice/provider-hours',
  revert: `/settings/1/practice/provider-hours?revert=${id(number)}`,
  ...over,
});

export const someItems: readonly ActivityItem[] = [
  anItem(0),
  anItem(1, {
    area: 'settings',
    sentence: [
      { kind: 'text', text: 'changed ' },
      { kind: 'name', text: '2 settings' },
    ],
    changes: [
      { label: 'Baseline date', before: null, after: 'Nov 1, 2026' },
      { label: 'Send task emails', before: 'Off', after: 'On' },
    ],
  }),
  anItem(30, {
    area: 'billing',
    actor: { kind: 'system', name: 'Stripe' },
    sentence: [
      { kind: 'text', text: 'added ' },
      { kind: 'added', text: 'Call Recording $29.00 a month' },
      { kind: 'text', text: ' in Phones' },
    ],
    revert: null,
  }),
];
