import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { grantableRights, type GrantableRight, type ModuleContribution, rights } from 'shared-api/contracts';
import { type AttentionClosing, attentionKey } from 'shared-api/contracts/attention';
import { recordAudit } from '../../platform/audit/audit-log.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createDeclaration, createUpload, releaseBuild } from '../../testing/module-build.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testAudit,
  testServer,
} from '../../testing/test-server.js';
import { readPage, textOfItem, textsOfChanges } from '../activity/testing/activity-reader.js';

const A_DAY_MS = 86_400_000;

const card = (name: string, over: Partial<ModuleContribution> = {}): ModuleContribution => ({
  ...{ slot: 'overview.card', name, title: `Card ${name}`, scope: 'practice', order: 1, size: 'none' },
  ...over,
});

const [SYNC, HOURS] = ['mf-clinic/sync', 'mf-clinic/hours'];
const PAST_DUE = 'mf-staff/past-due';
/** The cards that need a right: `mf-clinic/needs-billing-read`. */
const cardsWithRight = rights.map((right) => ({ right, contribution: `mf-clinic/needs-${right.replace('.', '-')}` }));

async function releaseCards(server: TestServer): Promise<void> {
  const ofClinics = [
    card('sync', { title: 'Sync' }),
    card('hours', { title: 'Hours' }),
    card('reports', { feature_flag: 'beta_reports' }),
    card('search', { slot: 'search' }),
    ...rights.map((right) => card(`needs-${right.replace('.', '-')}`, { right })),
  ];
  const ofStaff = [
    card('past-due', { scope: 'console', title: 'Payments past due' }),
    card('keys', { scope: 'console', super_admin: true }),
  ];
  for (const declaration of [
    { ...createDeclaration('mf-clinic'), contributions: ofClinics, feature_flags: ['beta_reports'] },
    { ...createDeclaration('mf-staff', { audience: 'internal' }), contributions: ofStaff },
  ]) {
    const upload = createUpload(declaration, '1.0.0');
    upload.build.contributions = Object.fromEntries(
      declaration.contributions.map(({ name }) => [name, { preload: [], shared: [] }]),
    );
    await releaseBuild(server.db, upload);
  }
}

describeWithDatabase('what needs attention', (database) => {
  let server: TestServer;
  let practiceId: number;
  let owner: Caller;
  let frontDesk: Caller;
  let internal: Caller;
  let superAdmin: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    await releaseCards(server);
    practiceId = await createTestPractice(server.db, { name: 'Bright Smiles' });
    const person = async (over: Parameters<typeof createTestPerson>[1]) =>
      signedIn(server, await createTestPerson(server.db, over));
    owner = await person({ practices: [practiceId], role: 'owner', name: 'Olivia Owner' });
    frontDesk = await person({ practices: [practiceId], role: 'staff' });
    internal = await person({ flags: { internal: true }, name: 'Iris Internal' });
    superAdmin = await person({ flags: { super_admin: true }, name: 'Sam Super' });
  });
  afterAll(() => server.close());

  const closing = (over: Partial<AttentionClosing> = {}): AttentionClosing => ({
    item: attentionKey(SYNC, 'offline-1'),
    title: 'No sync agent is connected',
    outcome: 'dismissed',
    reason: 'The computer is being replaced.',
    ...over,
  });
  const send = (caller: Caller, body: object, of = `/api/${practiceId}/attention/`) =>
    server.call(caller, 'POST', of, body);
  const items = async (caller: Caller, of = `/api/${practiceId}/attention/`): Promise<string[]> =>
    (await server.call(caller, 'GET', of)).json<{ items: string[] }>().items;
  const entries = async (caller: Caller, url: string) =>
    (await readPage(server, caller, url)).results.map((item) => [textOfItem(item), ...textsOfChanges(item)]);

  it('is closed for the whole practice, with an entry that has the reason and quotes the title', async () => {
    const response = await send(owner, closing());
    expect([response.statusCode, response.json()]).toEqual([200, { items: [closing().item] }]);
    expect(await items(frontDesk)).toEqual([closing().item]);
    // Closing it again by a second person changes nothing.
    await send(owner, closing({ reason: 'Again.' }));
    const other = { item: attentionKey(HOURS, 'no-hours'), title: '2 providers have no hours' };
    await send(owner, closing({ ...other, outcome: 'settled' }));
    const reason = 'Reason: none → The computer is being replaced.';
    expect(await entries(owner, `/api/${practiceId}/activity/?actor_kind=person`)).toEqual([
      ['Olivia Owner settled an item of “Hours”', 'Shown as: none → “2 providers have no hours”', reason],
      ['Olivia Owner dismissed an item of “Sync”', 'Shown as: none → “No sync agent is connected”', reason],
    ]);
  });

  it('can only be closed by people who can open the activity', async () => {
    const item = attentionKey(SYNC, 'x');
    expect((await send(frontDesk, closing({ item }))).statusCode).toBe(403);
    expect((await send(internal, closing({ item }))).statusCode).toBe(403);
    expect((await send(owner, closing({ item }), '/api/attention/')).statusCode).toBe(403);
    expect(await items(owner)).not.toContain(item);
  });

  it('is closed for all staff on the internal overview', async () => {
    const body = closing({
      item: attentionKey(PAST_DUE, 'past-due-3'),
      title: '3 practices have payments past due',
      outcome: 'settled',
    });
    expect((await send(internal, body, '/api/attention/')).statusCode).toBe(200);
    expect(await items(internal, '/api/attention/')).toEqual([body.item]);
    expect((await entries(internal, '/api/activity/?page_size=1'))[0]?.slice(0, 2)).toEqual([
      'Iris Internal settled an item of “Payments past due”',
      'Shown as: none → “3 practices have payments past due”',
    ]);
  });

  it.each([
    ['without a reason', { reason: ' ' }, 'reason'],
    ['with a long reason', { reason: 'x'.repeat(301) }, 'reason'],
    ['with an unknown outcome', { outcome: 'gone' }, 'outcome'],
  ])('isn’t closed %s', async (_, over, field) => {
    const response = await send(owner, { ...closing({ item: attentionKey(SYNC, 'y') }), ...over });
    expect([response.statusCode, Object.keys(response.json<{ fields: object }>().fields)]).toEqual([400, [field]]);
  });

  describe('on a card that isn’t on the person’s overview', () => {
    const refusal = async (caller: Caller, item: string, of?: string) => {
      const response = await send(caller, closing({ item, title: 'Invented' }), of);
      return [response.statusCode, response.json<{ fields?: object }>().fields];
    };
    const refused = [422, { item: 'This isn’t on your overview. Reload the page to see what needs attention now.' }];

    it.each([
      ['a module that doesn’t exist', attentionKey('mf-nobody/sync', 'x')],
      ['a card that doesn’t exist', attentionKey('mf-clinic/nobody', 'x')],
      ['a contribution to something else', attentionKey('mf-clinic/search', 'x')],
      ['a card of the other overview', attentionKey(PAST_DUE, 'x')],
      ['a card whose feature flag is off', attentionKey('mf-clinic/reports', 'x')],
      ['no card', 'x'],
    ])('reports an invalid field: %s', async (_, item) => {
      expect(await refusal(owner, item)).toEqual(refused);
      expect(await items(superAdmin)).not.toContain(item);
      expect(JSON.stringify(await entries(superAdmin, `/api/${practiceId}/activity/`))).not.toContain('Invented');
    });

    it('is refused on the internal overview for a card of practices and one of super admins', async () => {
      const keys = attentionKey('mf-staff/keys', 'x');
      expect(await refusal(internal, attentionKey(SYNC, 'x'), '/api/attention/')).toEqual(refused);
      expect(await refusal(internal, keys, '/api/attention/')).toEqual(refused);
      const closed = await send(superAdmin, closing({ item: keys, title: 'A key ends soon' }), '/api/attention/');
      expect(closed.json<{ items: string[] }>().items).toContain(keys);
      expect(await items(internal, '/api/attention/')).not.toContain(keys);
      const url = '/api/activity/?page_size=1&area=practices';
      expect(await entries(internal, url)).toEqual([['Sam Super dismissed an item of “Card keys”']]);
      expect((await entries(superAdmin, url))[0]).toContain('Shown as: none → “A key ends soon”');
    });

    it('can be closed when its feature flag is on', async () => {
      const other = await createTestPractice(server.db);
      const flags = `/api/${other}/features/update_practice_feature_flags/`;
      expect((await server.call(superAdmin, 'PUT', flags, { features: ['beta_reports'] })).statusCode).toBe(200);
      const body = closing({ item: attentionKey('mf-clinic/reports', 'x') });
      expect((await send(superAdmin, body, `/api/${other}/attention/`)).statusCode).toBe(200);
    });
  });

  describe.each(cardsWithRight)('on a card that needs the right $right', ({ right, contribution }) => {
    const item = attentionKey(contribution, 'debt-cus_QX81-usd-6900');
    const title = 'Visa ending 4242 owes $69.00';
    let other: number;
    let without: Caller;
    let member: Caller;
    beforeAll(async () => {
      other = await createTestPractice(server.db);
      const one = async (role: 'owner' | 'manager', held: readonly GrantableRight[] | null) =>
        signedIn(server, await createTestPerson(server.db, { practices: [other], role, rights: held }));
      // Only owners hold every right.
      member = await one('owner', null);
      // `billing` includes `billing.read`.
      const includesIt = (held: GrantableRight) => held === right || (right === 'billing.read' && held === 'billing');
      without = await one(
        'manager',
        grantableRights.filter((held) => !includesIt(held)),
      );
      const body = closing({ item, title, reason: 'Paid $69.00 by check.' });
      expect((await send(member, body, `/api/${other}/attention/`)).statusCode).toBe(200);
    });

    it('hides key and title from a member without it', async () => {
      expect(await items(without, `/api/${other}/attention/`)).toEqual([]);
      const page = await server.call(without, 'GET', `/api/${other}/activity/`);
      const { results = [] } = page.json<{ results?: { id: string }[] }>();
      const reads = await Promise.all(
        results.map(({ id }) => server.call(without, 'GET', `/api/${other}/activity/${id}/`)),
      );
      expect(page.statusCode).toBe(right === 'activity' ? 403 : 200);
      const texts = [page, ...reads].map(({ body }) => body).join('\n');
      expect(['69.00', '4242', 'cus_', 'usd', item.slice(-16)].filter((part) => texts.includes(part))).toEqual([]);
      if (right !== 'activity') expect(page.body).toContain(contribution.replace('mf-clinic/', 'Card '));
      expect((await send(without, closing({ item }), `/api/${other}/attention/`)).statusCode).toBe(
        right === 'activity' ? 403 : 422,
      );
    });

    it('shows both to members with it', async () => {
      expect(await items(member, `/api/${other}/attention/`)).toEqual([item]);
      const [entry] = await entries(member, `/api/${other}/activity/`);
      expect(entry).toContain(`Shown as: none → “${title}”`);
    });

    it('is audited without its module’s name for it', async () => {
      const rows = await server.db.selectFrom('audit_log').selectAll().where('practice_id', '=', other).execute();
      expect(rows.map((row) => row.entity_id)).toContain(item);
      expect(JSON.stringify(rows)).not.toContain('cus_');
    });
  });

  describe('from before keys were digests', () => {
    const raw = `${SYNC}/debt-cus_QX81-usd-6900`;

    it('stays closed without exposing its id', async () => {
      const other = await createTestPractice(server.db);
      await server.db
        .insertInto('closed_attention')
        .values([
          { practice_id: other, item: raw, closed_at: server.clock.now },
          { practice_id: other, item: 'sync-offline', closed_at: server.clock.now },
        ])
        .execute();
      expect(await items(superAdmin, `/api/${other}/attention/`)).toEqual([
        attentionKey(SYNC, 'debt-cus_QX81-usd-6900'),
      ]);
    });

    it('is stored by its digest when an older page sends its id', async () => {
      const other = await createTestPractice(server.db);
      const response = await send(superAdmin, closing({ item: raw }), `/api/${other}/attention/`);
      expect(response.json()).toEqual({ items: [attentionKey(SYNC, 'debt-cus_QX81-usd-6900')] });
      const stored = server.db.selectFrom('closed_attention').selectAll().where('practice_id', '=', other);
      expect(JSON.stringify(await stored.execute())).not.toContain('cus_');
    });

    it('has an entry that quotes its title only to members with every right', async () => {
      const other = await createTestPractice(server.db);
      const [all, some] = await Promise.all(
        (['owner', 'manager'] as const).map(async (role) =>
          signedIn(server, await createTestPerson(server.db, { practices: [other], role })),
        ),
      );
      await recordAudit(server.db, {
        ...{ practiceId: other, actor: testAudit().actor, at: server.clock.now },
        ...{ action: 'attention.settle', entity: 'attention', entityId: raw },
        after: { title: 'Phones owes $69.00', reason: 'Paid by check.' },
      });
      const textsFor = async (caller: Caller | undefined) =>
        caller && (await entries(caller, `/api/${other}/activity/`))[0]?.slice(1);
      expect(await textsFor(all)).toEqual(['Shown as: none → “Phones owes $69.00”', 'Reason: none → Paid by check.']);
      expect(await textsFor(some)).toEqual([]);
      expect(await textsFor(internal)).toEqual([]);
    });
  });

  // Last, because the other sessions end in the meantime.
  it('needs attention again after 7 days', async () => {
    const other = await createTestPractice(server.db);
    const url = `/api/${other}/attention/`;
    const person = await createTestPerson(server.db, { practices: [other], role: 'owner' });
    const before = server.clock.now;
    await send(await signedIn(server, person), closing(), url);
    const listedAfter = async (days: number) => {
      server.clock.now = new Date(before.getTime() + days * A_DAY_MS);
      return items(await signedIn(server, person), url);
    };
    expect(await listedAfter(6)).toEqual([closing().item]);
    expect(await listedAfter(7)).toEqual([]);
    expect((await send(await signedIn(server, person), closing(), url)).json()).toEqual({ items: [closing().item] });
  });
});
