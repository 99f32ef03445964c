import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AttentionClosing } from 'shared-api/contracts/attention';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { readPage, textOfItem, textsOfChanges } from '../activity/testing/activity-reader.js';

const A_DAY_MS = 86_400_000;

describeWithDatabase('what needs attention', (database) => {
  let server: TestServer;
  let practiceId: number;
  let owner: Caller;
  let frontDesk: Caller;
  let internal: Caller;
  beforeAll(async () => {
    server = await testServer(database());
    practiceId = await createTestPractice(server.db, { name: 'Bright Smiles' });
    owner = await signedIn(
      server,
      await createTestPerson(server.db, { practices: [practiceId], role: 'owner', name: 'Olivia Owner' }),
    );
    frontDesk = await signedIn(server, await createTestPerson(server.db, { practices: [practiceId], role: 'staff' }));
    internal = await signedIn(
      server,
      await createTestPerson(server.db, { flags: { internal: true }, name: 'Iris Internal' }),
    );
  });
  afterAll(() => server.close());

  const closing = (over: Partial<AttentionClosing> = {}): AttentionClosing => ({
    item: 'mf-settings/sync/sync-offline-1',
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

  it('is closed for everyone of the practice, with an entry that has the reason', async () => {
    const answer = await send(owner, closing());
    expect([answer.statusCode, answer.json()]).toEqual([200, { items: [closing().item] }]);
    expect(await items(frontDesk)).toEqual([closing().item]);
    // A second person who does the same changes nothing.
    await send(owner, closing({ reason: 'Again.' }));
    await send(
      owner,
      closing({ item: 'mf-hours/hours/no-hours', title: '2 providers have no hours', outcome: 'settled' }),
    );
    expect(await entries(owner, `/api/${practiceId}/activity/?actor_kind=person`)).toEqual([
      ['Olivia Owner settled “2 providers have no hours”', 'Reason: none → The computer is being replaced.'],
      ['Olivia Owner dismissed “No sync agent is connected”', 'Reason: none → The computer is being replaced.'],
    ]);
  });

  it('is closed only by those who can open the activity', async () => {
    expect((await send(frontDesk, closing({ item: 'x' }))).statusCode).toBe(403);
    expect((await send(internal, closing({ item: 'x' }))).statusCode).toBe(403);
    expect((await send(owner, closing({ item: 'x' }), '/api/attention/')).statusCode).toBe(403);
    expect(await items(owner)).not.toContain('x');
  });

  it('is closed for all staff on the internal overview', async () => {
    const body = closing({ title: '3 practices have payments past due', outcome: 'settled' });
    expect((await send(internal, body, '/api/attention/')).statusCode).toBe(200);
    expect(await items(internal, '/api/attention/')).toEqual([body.item]);
    expect((await entries(internal, '/api/activity/?page_size=1'))[0]?.[0]).toBe(
      'Iris Internal settled “3 practices have payments past due”',
    );
  });

  it.each([
    ['without a reason', { reason: ' ' }, 'reason'],
    ['with a long reason', { reason: 'x'.repeat(301) }, 'reason'],
    ['with an unknown outcome', { outcome: 'gone' }, 'outcome'],
  ])('isn’t closed %s', async (_, over, field) => {
    const answer = await send(owner, { ...closing({ item: 'y' }), ...over });
    expect([answer.statusCode, Object.keys(answer.json<{ fields: object }>().fields)]).toEqual([400, [field]]);
  });

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
