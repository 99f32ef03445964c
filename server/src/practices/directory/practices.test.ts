import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  type Caller,
  type TestServer,
  createTestPerson,
  createTestPractice,
  testAudit,
  signedIn,
  testServer,
} from '../../testing/test-server.js';
import { idsBeginningWith } from './practices-repository.js';
import { addPractice } from './practices-service.js';

describeWithDatabase('practices', (database) => {
  let server: TestServer;
  let admin: Caller;
  let ids: number[];
  beforeAll(async () => {
    server = await testServer(database());
    admin = await signedIn(server, await createTestPerson(server.db, { flags: { task_admin: true } }));
    ids = [];
    for (const name of [
      'Maple Dental',
      'École Dentaire',
      '100% Smiles',
      'Under_score',
      'back\\slash',
      'apple Ortho',
      'Zoo',
    ]) {
      ids.push(await createTestPractice(server.db, { name }));
    }
    for (let more = 0; more < 8; more += 1) ids.push(await createTestPractice(server.db, { name: `Filler ${more}` }));
  });
  afterAll(() => server.close());

  const list = async (query: string, caller = admin) => {
    const response = await server.call(caller, 'GET', `/api/practices/?${query}`);
    return response.json<{ results: { id: number; name: string }[]; count: number }>();
  };
  const names = async (search: string) =>
    (await list(`search=${encodeURIComponent(search)}`)).results.map(({ name }) => name);

  it('assigns small consecutive ids', () => {
    expect(ids).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  it('lists practices by name, one page at a time, with their number', async () => {
    const first = await list('page_size=3');
    expect(first.count).toBe(15);
    expect(first.results.map(({ name }) => name)).toEqual(['100% Smiles', 'apple Ortho', 'back\\slash']);
    expect((await list('page_size=3&page=2')).results.map(({ name }) => name)).toEqual([
      'École Dentaire',
      'Filler 0',
      'Filler 1',
    ]);
  });

  it.each([
    ['0', '100% Smiles'],
    ['-3', '100% Smiles'],
    ['99', 'Zoo'],
    ['1e300', 'Zoo'],
  ])('shows the nearest page for page %s', async (page, last) => {
    const { results, count } = await list(`page_size=7&page=${page}`);
    expect([results.some(({ name }) => name === last), count]).toEqual([true, 15]);
  });

  it.each([
    ['maple', ['Maple Dental']],
    ['PLE', ['apple Ortho', 'Maple Dental']],
    ['maple  dental', ['Maple Dental']],
    ['ecole', ['École Dentaire']],
    ['ÉCOLE', ['École Dentaire']],
    ['%', ['100% Smiles']],
    ['_', ['Under_score']],
    ['\\', ['back\\slash']],
    ['nothing like this', []],
  ])('finds %p anywhere in the name, ignoring case and accents', async (search, expected) => {
    expect(await names(search)).toEqual(expected);
  });

  it('finds a name despite one mistake when nothing contains the text', async () => {
    expect(await names('ecloe')).toEqual(['École Dentaire']);
    expect(await names('appel')).toEqual(['apple Ortho']);
    expect(await names('zzzz')).toEqual([]);
  });

  it.each([
    ['applle ortoh', 'a mistake in each word', ['apple Ortho']],
    ['mapledental', 'a missing space', ['Maple Dental']],
    ['map ledental', 'a space in the wrong place', ['Maple Dental']],
    ['maple zoo', 'words of two practices', []],
    ['mpale 1', 'a short number', []],
  ])('reads %s, with %s', async (search, _, expected) => {
    expect(await names(search)).toEqual(expected);
  });

  it('states when the results are the closest names instead of matches', async () => {
    expect(await list('search=maplle')).toMatchObject({ count: 1, closest: true });
    expect(await list('search=maple')).not.toHaveProperty('closest');
    expect(await list('search=zzzz')).toEqual({ results: [], count: 0 });
  });

  it('offers no closest names of other people’s practices', async () => {
    const person = await signedIn(server, await createTestPerson(server.db, { practices: [3] }));
    expect(await list('search=maplle', person)).toEqual({ results: [], count: 0 });
    expect((await list('search=smils', person)).results.map(({ id }) => id)).toEqual([3]);
  });

  it('finds practices by the first digits of their id, the exact id first', async () => {
    const { results } = await list('search=1');
    expect(results[0]?.id).toBe(1);
    expect(results.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 3, 9, 10, 11, 12, 13, 14, 15]);
  });

  it('lists only practices the person is a member of', async () => {
    const person = await signedIn(server, await createTestPerson(server.db, { practices: [3, 7] }));
    expect((await list('', person)).results.map(({ id }) => id)).toEqual([3, 7]);
    expect(await list('search=maple', person)).toEqual({ results: [], count: 0 });
    expect(await list('', await signedIn(server, await createTestPerson(server.db)))).toEqual({
      results: [],
      count: 0,
    });
  });

  it.each(['page=1.5', 'page_size=101', 'page=x', 'serach=a'])('refuses the query ?%s', async (query) => {
    const response = await server.call(admin, 'GET', `/api/practices/?${query}`);
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'invalid']);
  });

  it('names the owners to each member, and nobody else', async () => {
    const owned = await createTestPractice(server.db, { name: 'Owned Dental' });
    for (const [name, role] of [
      ['Zoe Owner', 'owner'],
      ['Ann Owner', 'owner'],
      ['Max Manager', 'manager'],
    ] as const) {
      await createTestPerson(server.db, { name, role, practices: [owned] });
    }
    const staff = await signedIn(server, await createTestPerson(server.db, { practices: [owned] }));
    const session = await server.call(staff, 'GET', '/api/session/');
    expect(session.json<{ practices: unknown[] }>().practices).toMatchObject([
      { id: owned, owners: ['Ann Owner', 'Zoe Owner'] },
    ]);
  });

  it('returns a single practice', async () => {
    expect((await server.call(admin, 'GET', '/api/practices/1/')).json()).toEqual({
      id: 1,
      name: 'Maple Dental',
      time_zone: 'America/Chicago',
      pms_name: 'opendental',
      rights: ['billing.read', 'billing', 'settings', 'hours', 'activity', 'members'],
      feature_flags: [],
      owners: [],
    });
  });

  it.each([
    [{ name: ' ', timeZone: 'America/Chicago' }, 'name'],
    [{ name: 'Good', timeZone: 'Mars/Olympus' }, 'time_zone'],
  ])('refuses to add %p', async (practice, field) => {
    const refused = addPractice(server.db, { pmsName: 'opendental', ...practice }, testAudit());
    await expect(refused).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { [field]: expect.any(String) } },
    });
  });
});

describe('idsBeginningWith', () => {
  it.each<[string, [number, number][]]>([
    ['0', []],
    ['x1', []],
    ['12345678901', []],
    ['2147483647', [[2_147_483_647, 2_147_483_647]]],
    ['300000000', [[300_000_000, 300_000_000]]],
    [
      '20000000',
      [
        [20_000_000, 20_000_000],
        [200_000_000, 200_000_009],
        [2_000_000_000, 2_000_000_099],
      ],
    ],
  ])('returns the ranges of ids that start with %s', (digits, ranges) => {
    expect(idsBeginningWith(digits)).toEqual(ranges);
  });
});
