/** What people type into the palette, and what they mean: 60 texts a person. */
import type { Page } from '@playwright/test';
import { expect, type Person, test } from '../../support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' });

/** Typed text → what must be among the first three entries. Null: nothing may be found. */
type Table = Readonly<Record<string, RegExp | null>>;

const everybody: Table = {
  'dark mode': /^Dark theme/,
  night: /^Dark theme/,
  'light theme': /^Light theme/,
  help: /^Keyboard shortcuts/,
  hotkeys: /^Keyboard shortcuts/,
  password: /^Account and security/,
  passkey: /^Account and security/,
  'two-step': /^Account and security/,
  'recovery codes': /^Account and security/,
  'sign out': /^Account and security/,
  overview: /^Overview/,
};

const practicePages: Table = {
  'office hours': /^Office & provider hours/,
  'hours worked': /hours worked/i,
  utilization: /hours worked/i,
  'time off': /^Add time off/,
  vacation: /^Add time off/,
  'close the office': /^Add time off/,
  sick: /^Add time off/,
  duarte: /^Elena Duarte/,
  'elena duart': /^Elena Duarte/,
  duatre: /^Elena Duarte/,
  recalculate: /^Recalculate hours worked/,
  spreadsheet: /^Export hours worked/,
  pdf: /^Export hours worked/,
  'practice settings': /^Practice settings/,
  settigns: /settings/i,
  communication: /^Communication settings/,
  'data update': /^Request a data update/,
  sync: /^Request a data update/,
  subscriptions: /^Subscriptions/,
  'paymnt hist': /^Payment history/,
  'payment methods': /^Payment methods/,
};

const settings: Table = {
  'baseline date': /^Baseline date/,
  'baselne date': /^Baseline date/,
  'growth measured': /^Baseline date/,
  is_pediatric: /^Pediatric practice/,
  'task emails': /^Send task emails/,
  'phone call': /^Phone call notification source/,
  'front desk calls': /^Phone call notification source/,
  referral: /^Autofill missing referral sources/,
  writeoff: /writeoff/i,
  sms: /^SMS opt-out/,
  unsubscribe: /opt-out/,
};

const ownPractice: Table = {
  '#1': /^Bright Smiles Dental/,
  'No. 1': /^Bright Smiles Dental/,
  'bright smils': /^Bright/,
};

/** For people with the right to billing, to members and to the activity of the practice. */
const rights: Table = {
  invoices: /^See invoices/,
  receipts: /^See invoices/,
  refunds: /^See invoices/,
  'credit card': /^Add a card/,
  'debit card': /^Add a card/,
  'add a card': /^Add a card/,
  'add-on': /^Add features/,
  buy: /^Add features/,
  invite: /^Manage members/,
  roles: /^Manage members/,
  marcus: /^Marcus Bell/,
  'who changed': /^See who changed what/,
  audit: /^See who changed what/,
  undo: /^See who changed what/,
};

const noRights: Table = Object.fromEntries(
  ['invoices', 'refunds', 'credit card', 'debit card', 'invite', 'marcus', 'who changed', 'stripe customer'].map(
    (text) => [text, null],
  ),
);

const allPractices: Table = {
  'all practices': /^All practices/,
  lakeside: /^Lakeside Orthodontics/,
  lakesde: /^Lakeside Orthodontics/,
  'Lakeside Orthodontcs': /^Lakeside Orthodontics/,
  orthodntics: /Orthodontics/,
  '2': /^Lakeside Orthodontics/,
  '#2': /^Lakeside Orthodontics/,
  'No. 2': /^Lakeside Orthodontics/,
  'harbor pediatric': /^Harbor Pediatric Dentistry/,
  bulk: /^Add a bundle to practices/,
  'add bundle': /^Add a bundle to practices/,
  grant: /^Add a bundle to practices/,
  flag: /^Add a bundle to practices/,
  'past due': /^Show practices with payments past due/,
  'payments past due': /^Show practices with payments past due/,
  overdue: /^Show practices with payments past due/,
  unpaid: /^Show practices with payments past due/,
  debt: /^Show practices with payments past due/,
  insider: /^Show insider practices/,
  beta: /^Show insider practices/,
  approvals: /^See requests that wait for approval/,
  approve: /^See requests that wait for approval/,
  'second person': /^See requests that wait for approval/,
  'module health': /^Module health/,
  promote: /^Promote, widen or roll back a module/,
  rollback: /^Promote, widen or roll back a module/,
  'roll back': /^Promote, widen or roll back a module/,
  canary: /^Promote, widen or roll back a module/,
  deploy: /^Promote, widen or roll back a module/,
  release: /^Promote, widen or roll back a module/,
  withdraw: /^Promote, widen or roll back a module/,
};

/** Internal pages of a practice; without an open one, its practice is chosen next. */
const internalPractice: Table = {
  twilio: /^Transfer Twilio phone numbers/,
  'transfer numbers': /^Transfer Twilio phone numbers/,
  'features and': /^Features and subscriptions/,
  'featuers and': /^Features and subscriptions/,
  'product change': /^Product change history/,
  'chnage history': /^Product change history/,
};

const openPractice: Table = {
  port: /^Transfer phone numbers to another account/,
  '(312) 555-0100': /^\+1 \(312\) 555-0100/,
  '312.555.0100': /^\+1 \(312\) 555-0100/,
  '5550100': /^\+1 \(312\) 555-0100/,
  'market iq': /^Limit of phone numbers/,
  'stripe customer': /^Billing customer id/,
  stripe_customer_id: /^Billing customer id/,
};

const firstThree = async (page: Page): Promise<string[]> =>
  (await palette(page).getByRole('option').allInnerTexts()).slice(0, 3);

const cases: [person: Person, address: string, table: Table][] = [
  ['owner', '/settings/1/overview', { ...everybody, ...practicePages, ...settings, ...ownPractice, ...rights }],
  ['staff', '/settings/1/overview', { ...everybody, ...practicePages, ...settings, ...ownPractice, ...noRights }],
  ['internal', '/internal/overview', { ...everybody, ...allPractices, ...internalPractice }],
  [
    'superadmin',
    '/internal/practices/1/subscriptions',
    { ...everybody, ...allPractices, ...internalPractice, ...openPractice },
  ],
];

for (const [person, address, table] of cases) {
  test(
    `understands ${Object.keys(table).length} texts of ${person}`,
    { tag: '@verify' },
    async ({ page, sharedConsole, signIn }) => {
      test.slow();
      await signIn(person, `${sharedConsole.url}${address}`);
      await page.keyboard.press('Control+k');
      const misunderstood: Record<string, string[]> = {};
      for (const [text, meant] of Object.entries(table)) {
        await palette(page).getByRole('combobox').fill(text);
        // The status says “Searching…” until every search of this text has its answer.
        await expect(palette(page).getByRole('status')).toHaveText(/results?$/);
        const shown = await firstThree(page);
        const isUnderstood = meant === null ? shown.length === 0 : shown.some((entry) => meant.test(entry));
        if (!isUnderstood) misunderstood[text] = shown;
      }
      expect(misunderstood).toEqual({});
    },
  );
}
