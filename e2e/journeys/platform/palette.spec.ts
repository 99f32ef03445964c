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
  'sign out': /^Sign out/,
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

/** Their pages say what the right is for. What only a right finds isn't there. */
const noRights: Table = {
  invoices: /^Payment history/,
  refunds: /^Payment history/,
  'credit card': /^Payment methods/,
  'debit card': /^Payment methods/,
  invite: /^Members/,
  'who changed': /^Activity/,
  marcus: null,
  'stripe customer': null,
};

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
  'tel:+13125550100': /^\+1 \(312\) 555-0100/,
  '001 312 555 0100': /^\+1 \(312\) 555-0100/,
  'market iq': /^Limit of phone numbers/,
  'stripe customer': /^Billing customer id/,
  stripe_customer_id: /^Billing customer id/,
};

/** The first row that each person gets for a text. Null: nothing is found. */
type FirstRows = readonly [
  text: string,
  owner: RegExp | null,
  staff: RegExp | null,
  internal: RegExp | null,
  superAdmin: RegExp | null,
  superAdminInPractice: RegExp | null,
];

const everyone = (row: RegExp | null, ...texts: string[]): FirstRows[] =>
  texts.map((text) => [text, row, row, row, row, row]);
/** Rows that only the practices' side has. */
const clinic = (owner: RegExp | null, staff: RegExp | null, ...texts: string[]): FirstRows[] =>
  texts.map((text) => [text, owner, staff, null, owner, owner]);
/** Rows that only the internal side has. */
const inside = (row: RegExp, ...texts: string[]): FirstRows[] => texts.map((text) => [text, null, null, row, row, row]);

const account = /^Account and security/;
const hours = /^Office & provider hours/;
const timeOff = /^Add time off or a closed day/;
const worked = /^Provider hours worked/;
const exportHours = /^Export hours worked/;
const invoices = /^See invoices and payments/;
const paymentHistory = /^Payment history/;
const methods = /^Payment methods/;
const addCard = /^Add a card/;
const plans = /^Subscriptions/;
const features = /^Features and subscriptions/;
const members = /^Manage members/;
const activity = /^Activity/;
const changes = /^See who changed what/;
const productChanges = /^Product change history/;
const pastDue = /^Show practices with payments past due/;
const phoneNumbers = /^Transfer Twilio phone numbers/;
const modules = /^Promote, widen or roll back a module/;
const health = /^Module health/;
const list = /^All practices/;
const switchPractice = /^Switch practice/;
const practiceName = /^Practice name/;
const callSource = /^Phone call notification source/;
const syncStatus = /^Request a data update|^Practice settings/;

const firstRows: readonly FirstRows[] = [
  ...everyone(/^Sign out/, 'sign out', 'log out', 'logout', 'log-out', 'log off', 'sign off'),
  ...everyone(account, 'password', 'change password', '2fa', 'two factor', 'two-factor', 'mfa', 'authenticator'),
  ...everyone(account, 'passkeys', 'passkys', 'recovery code'),
  ...everyone(/^Theme of the computer/, 'theme', 'contrast'),
  ...everyone(/^Dark theme/, 'dark mode', 'darkmode'),
  ...everyone(/^Keyboard shortcuts/, 'help', 'keyboard', 'shortcut'),
  ...everyone(null, 'qqqqzz', 'xkcdx', 'website', 'webhook', 'api key', 'scim', 'currency'),
  ...clinic(hours, hours, 'opening hours', 'opening hour', 'schedule', 'lunch', 'copy hours'),
  ...clinic(timeOff, timeOff, 'holiday', 'holidays', 'vacations', 'closed', 'day off', 'days off'),
  ...clinic(worked, worked, 'doctor', 'hygienists', 'provider'),
  ...clinic(exportHours, exportHours, 'pdf'),
  ...clinic(invoices, paymentHistory, 'invoice', 'invoices', 'receipts', 'reciept', 'refund'),
  ...clinic(paymentHistory, paymentHistory, 'tax', 'taxes'),
  ...clinic(members, /^Members/, 'invite', 'permissions'),
  ...clinic(/^Members/, /^Members/, 'team member'),
  ['user', members, /^Members/, /^Shared computer/, members, members],
  ['staff', members, /^Members/, activity, members, members],
  ['credit card', addCard, methods, methods, addCard, addCard],
  ['credit-cards', addCard, methods, methods, addCard, addCard],
  ['card expired', addCard, methods, methods, addCard, addCard],
  ['overdue', invoices, paymentHistory, pastDue, pastDue, pastDue],
  ['past-due', invoices, paymentHistory, pastDue, pastDue, pastDue],
  ['owe', invoices, paymentHistory, pastDue, pastDue, pastDue],
  ['pay', paymentHistory, paymentHistory, methods, paymentHistory, paymentHistory],
  ['upgrade', /^Add features/, plans, features, /^Add features/, /^Add features/],
  ['trial', plans, plans, features, /subscriptions/i, /subscriptions/i],
  ['plans', /^Add features/, plans, features, /^Add features/, /^Add features/],
  ['addon', /^Add features/, plans, features, /^Add features/, /^Add features/],
  ['cancel', plans, plans, features, plans, plans],
  ['audit', changes, activity, activity, changes, changes],
  ['who changed', changes, activity, productChanges, changes, changes],
  ['undo', changes, activity, activity, changes, changes],
  ['revert', changes, activity, activity, changes, changes],
  ['history', changes, activity, productChanges, productChanges, productChanges],
  ['export', exportHours, exportHours, productChanges, exportHours, exportHours],
  ['download', exportHours, exportHours, list, exportHours, exportHours],
  ['report', exportHours, exportHours, list, exportHours, exportHours],
  ['clinic', /^Practice settings/, /^Practice settings/, list, list, list],
  ['office', hours, hours, list, hours, hours],
  ['time zone', hours, hours, null, /^Time zone/, /^Time zone/],
  ['status', /^Request a data update/, /^Request a data update/, health, /^Request a data/, /^Request a data/],
  ['version', account, account, modules, modules, modules],
  ...inside(modules, 'release', 'rollback', 'roll-back', 'canary', 'canaries', 'promote'),
  ...inside(health, 'outage'),
  ...inside(phoneNumbers, 'twilio', 'twillio', 'port number', 'phone number'),
  ...inside(/^Lakeside/, 'lakesdie', 'alkeside'),
  ...everyone(account, 'forgot password', 'forgot my password', 'change my name', 'my email'),
  ...everyone(/^Sign out/, 'log me out', 'please log out'),
  ...everyone(/^Keyboard shortcuts/, 'help me'),
  ...everyone(/^Dark theme/, 'dark'),
  ...everyone(null, '(', '%', '_', '.*', 'qqqqzz xkcdx'),
  ...clinic(hours, hours, 'monday hours', 'closed friday', 'open saturday', 'hours for christmas'),
  ...clinic(worked, worked, 'overtime'),
  ...clinic(/members/i, /^Members/, 'new employee', 'hire'),
  ...clinic(syncStatus, syncStatus, 'sync broken', 'not syncing'),
  ...clinic(/^Communication settings|^SMS opt-out/, /^Communication settings|^SMS opt-out/, 'stop texts'),
  ['my bill', paymentHistory, paymentHistory, methods, paymentHistory, paymentHistory],
  ['visa', addCard, methods, methods, addCard, addCard],
  ['print', exportHours, exportHours, null, exportHours, exportHours],
  ['add location', /^Practice settings/, /^Practice settings/, list, /^Practice settings/, /^Practice settings/],
  ['switch practice', switchPractice, /^Practice settings/, switchPractice, switchPractice, switchPractice],
  ['other office', switchPractice, hours, switchPractice, switchPractice, switchPractice],
  ['market iq', null, null, null, /^Limit of phone numbers/, /^Limit of phone numbers/],
  ['stripe customer', null, null, list, /^Billing customer id/, /^Billing customer id/],
  ...everyone(methods, 'remove card', 'remove a card', 'delete card', 'delete a card', 'replace card', 'edit card'),
  ...clinic(hours, hours, 'set hours', 'change hours', 'edit hours', 'add provider', 'change schedule'),
  ...clinic(worked, worked, 'hours worked', 'utilization', 'add doctor'),
  ...clinic(/^Members/, /^Members/, 'change role', 'add member', 'new memebr'),
  ['deactivate user', members, /^Members/, /^Shared computer/, members, members],
  ['manage billing', methods, methods, methods, methods, methods],
  ...clinic(callSource, callSource, 'udp', 'websocket'),
  ...clinic(activity, activity, 'support'),
  ...clinic(methods, methods, 'autopay'),
  ...everyone(account, 'sign in', 'address', 'email address', 'update email', 'my name'),
  ...everyone(null, 'language', 'payroll'),
  ...inside(list, 'usage'),
  ['switch plan', plans, plans, features, plans, plans],
  ['change plan', plans, plans, features, plans, plans],
  ['change office', switchPractice, hours, switchPractice, switchPractice, switchPractice],
  ['modules', plans, plans, health, health, health],
  ['bill', paymentHistory, paymentHistory, methods, paymentHistory, paymentHistory],
  ['flags', null, null, features, features, features],
  ['users', members, /^Members/, /^Shared computer/, members, members],
  ['name', account, account, account, practiceName, practiceName],
  ['change name', account, account, account, practiceName, practiceName],
  ['parent practice', null, null, null, null, /^Parent practice id/],
  ['separate practice', null, null, null, null, /^Create Clinic Practices/],
  ['dr hart', /Hart/, /Hart/, null, null, /Hart/],
];

const tables = /^Database tables/;
const fullUpdate = /^Make Next Update a Full Update/;
const createPractices = /^Create Clinic Practices/;

/** What the settings have for super admins alone, in an open practice with Open Dental. */
const superAdminRows: Table = {
  'use clinics': /^Use clinics/,
  use_clinics: /^Use clinics/,
  parent_practice_id: /^Parent practice id/,
  'clinic number': /^Clinic number/,
  clinicnum: /^Clinic number/,
  additional_clinicnums: /^Additional clinic numbers/,
  'create clinic': createPractices,
  'create practice': createPractices,
  'new practice': createPractices,
  'create tables': tables,
  database: tables,
  'full update': fullUpdate,
  'make next update a full update': fullUpdate,
  deactivate: /^Active/,
};

/** What the settings have for task admins alone. */
const taskAdminRows: Table = {
  unblock: /^Unblock PMS Update/,
  database: /^Restart the database service/,
  'restart database': /^Restart the database service/,
  'restart phone': /^Restart the phone service/,
  'remove card': methods,
  'switch plan': plans,
  'hours worked': worked,
  'parent practice': null,
  'create tables': null,
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

/** Opens the palette, and reads what it shows for each text. */
async function readRows(page: Page, texts: readonly string[]): Promise<Map<string, string[]>> {
  await page.keyboard.press('Control+k');
  const rows = new Map<string, string[]>();
  for (const text of texts) {
    await palette(page).getByRole('combobox').fill(text);
    // The status says “Searching…” until every search of this text has its answer.
    await expect(palette(page).getByRole('status')).toHaveText(/results?$/);
    const shown = await firstThree(page);
    // Also where settings and people came in above the pages.
    if (shown.length > 0)
      await expect(palette(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    rows.set(text, shown);
  }
  return rows;
}

for (const [person, address, table] of cases) {
  test(
    `understands ${Object.keys(table).length} texts of ${person}`,
    { tag: '@verify' },
    async ({ page, sharedConsole, signIn }) => {
      test.slow();
      await signIn(person, `${sharedConsole.url}${address}`);
      const misunderstood = [...(await readRows(page, Object.keys(table)))].filter(([text, shown]) => {
        const meant = table[text];
        return meant ? !shown.some((entry) => meant.test(entry)) : shown.length > 0;
      });
      expect(misunderstood).toEqual([]);
    },
  );
}

/** The texts with another first row than the one that is meant. */
const othersFirst = (
  rows: ReadonlyMap<string, readonly string[]>,
  meantRows: readonly (readonly [text: string, meant: RegExp | null])[],
): [text: string, meant: string, first: string][] =>
  meantRows.flatMap(([text, meant]): [string, string, string][] => {
    const first = rows.get(text)?.[0];
    const isMeant = meant === null ? first === undefined : first !== undefined && meant.test(first);
    return isMeant ? [] : [[text, String(meant), String(first)]];
  });

const places: readonly [
  who: string,
  person: Person,
  address: string,
  column: 1 | 2 | 3 | 4 | 5,
  instead?: ReadonlyMap<RegExp, RegExp>,
][] = [
  ['an owner', 'owner', '/settings/1/overview', 1],
  [
    'a manager',
    'manager',
    '/settings/1/overview',
    1,
    // Only owners manage members, and this manager has no other practice to switch to.
    new Map([
      [members, /^Members/],
      [switchPractice, /^Practice settings|^Office & provider hours/],
    ]),
  ],
  ['the front desk', 'staff', '/settings/1/overview', 2],
  ['internal staff', 'internal', '/internal/overview', 3],
  ['a super admin', 'superadmin', '/internal/overview', 4],
  ['a super admin in a practice', 'superadmin', '/internal/practices/1/subscriptions', 5],
];

for (const [who, person, address, column, instead] of places) {
  test(`has the meant row first for ${who}`, { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
    test.slow();
    await signIn(person, `${sharedConsole.url}${address}`);
    const rows = await readRows(
      page,
      firstRows.map(([text]) => text),
    );
    const meantOf = (row: FirstRows): RegExp | null => {
      const meant = row[column];
      return (meant && instead?.get(meant)) ?? meant;
    };
    expect(
      othersFirst(
        rows,
        firstRows.map((row) => [row[0], meantOf(row)]),
      ),
    ).toEqual([]);
  });
}

for (const [who, person, address, table] of [
  ['a super admin in a practice', 'superadmin', '/internal/practices/1/subscriptions', superAdminRows],
  ['a task admin in a practice', 'taskadmin', '/settings/1/overview', taskAdminRows],
] as const satisfies readonly [string, Person, string, Table][]) {
  test(`has what is for them alone first for ${who}`, { tag: '@verify' }, async ({ page, sharedConsole, signIn }) => {
    await signIn(person, `${sharedConsole.url}${address}`);
    const rows = await readRows(page, Object.keys(table));
    expect(othersFirst(rows, Object.entries(table))).toEqual([]);
  });
}

test('leads from a misspelled search to a list with the same practices', async ({ page, sharedConsole, signIn }) => {
  await signIn('internal', `${sharedConsole.url}/internal/overview`);
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('orthodntics');
  const found = palette(page).getByRole('option', { name: /Orthodontics/ });
  await expect(found.first()).toBeVisible();
  const count = await found.count();
  await page.goto(`${sharedConsole.url}/internal/practices?search=orthodntics`);
  await expect(
    page.getByText(`No practice matches “orthodntics”. Showing the closest names: ${count} practice`),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /Orthodontics/ })).toHaveCount(count);
});

test('asks for the practice of a field, and opens it there', async ({ page, sharedConsole, signIn }) => {
  await signIn('superadmin', `${sharedConsole.url}/internal/overview`);
  await page.keyboard.press('Control+k');
  await palette(page).getByRole('combobox').fill('stripe customer');
  await palette(page)
    .getByRole('option', { name: /^Billing customer id.*Choose a practice/ })
    .click();
  const choice = page.getByRole('dialog', { name: 'Search or jump to' });
  await choice
    .getByRole('combobox', { name: 'Choose a practice for Billing customer id' })
    .fill('bright smiles dental');
  await choice.getByRole('option', { name: /^Bright Smiles Dental/ }).click();
  await expect(page.getByRole('textbox', { name: 'Billing customer id' })).toBeFocused();
});
