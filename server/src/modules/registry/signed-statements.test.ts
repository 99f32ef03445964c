import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { STATEMENT_TYPE, type SignedStatement } from 'shared-api/contracts/module-statement';
import { describeWithDatabase } from '../../testing/engines.js';
import type { TestUpload } from '../../testing/module-build.js';
import { type Team, createTeam } from '../../testing/module-team.js';
import { type TestServer, testServer } from '../../testing/test-server.js';
import { signedBytes } from './signed-statements.js';

const pipeline = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const publicKey = pipeline.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

describeWithDatabase('publishing to a console that requires signed statements', (database) => {
  let server: TestServer;
  let team: Team;
  let upload: TestUpload;

  beforeAll(async () => {
    server = await testServer(database(), { MODULE_PIPELINE_KEYS: `hours-ci=${publicKey}` });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    team = await createTeam(server);
    upload = team.build('1.0.0');
  });

  const saying = (over: object = {}): object => ({
    checked: true,
    opened: { console: 'https://staging.example', paths: upload.declaration.routes.map(({ path }) => path) },
    signed_at: 1_790_000_000,
    declaration: upload.declaration,
    build: upload.build,
    ...over,
  });
  const signed = (
    content: object,
    { keyid = 'hours-ci', key = pipeline.privateKey }: { keyid?: string; key?: KeyObject } = {},
  ): SignedStatement => {
    const payload = Buffer.from(JSON.stringify(content));
    const sig = sign(null, signedBytes(STATEMENT_TYPE, payload), key).toString('base64');
    return { payloadType: STATEMENT_TYPE, payload: payload.toString('base64'), signatures: [{ keyid, sig }] };
  };

  it('signs DSSE’s pre-authentication encoding', () => {
    // The example of https://github.com/secure-systems-lab/dsse/blob/master/protocol.md
    const bytes = signedBytes('http://example.com/HelloWorld', Buffer.from('hello world'));
    expect(bytes.toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  });

  it('stores a version signed by its pipeline, with the statement and the pipeline', async () => {
    const statement = signed(saying());
    expect((await team.publish({ ...upload, statement })).statusCode).toBe(200);
    expect((await team.list()).releases).toEqual([expect.objectContaining({ version: '1.0.0', pipeline: 'hours-ci' })]);
    const row = await server.db
      .selectFrom('module_versions')
      .select('statement')
      .where('module', '=', team.name)
      .executeTakeFirstOrThrow();
    expect(row.statement).toEqual(statement);
    const entry = await server.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'module.publish')
      .where('entity_id', '=', team.name)
      .executeTakeFirstOrThrow();
    expect(entry.after).toMatchObject({ version: '1.0.0', pipeline: 'hours-ci' });
  });

  it('stores a version with one valid signature among several', async () => {
    const statement = signed(saying());
    const [other] = signed(saying(), { key: stranger.privateKey }).signatures;
    const signatures = [...(other ? [other] : []), ...statement.signatures];
    expect((await team.publish({ ...upload, statement: { ...statement, signatures } })).statusCode).toBe(200);
  });

  it.each<[string, () => SignedStatement | undefined, RegExp]>([
    [
      'an empty signature',
      () => ({ ...signed(saying()), signatures: [{ keyid: 'hours-ci', sig: '' }] }),
      /isn’t signed with the key/,
    ],
    [
      'the statement of another module',
      () => signed(saying({ declaration: { ...upload.declaration, name: 'mf-other' } })),
      /is about mf-other 1\.0\.0, not about/,
    ],
    ['no statement', () => undefined, /only versions that a pipeline has signed\. Sign the build/],
    ['an unknown pipeline', () => signed(saying(), { keyid: 'other' }), /no key of the pipeline other\./],
    [
      'the key of somebody else',
      () => signed(saying(), { key: stranger.privateKey }),
      /isn’t signed with the key that this console has of the pipeline hours-ci\./,
    ],
    [
      'a payload that was changed after it was signed',
      () => ({ ...signed(saying({ build: {} })), payload: signed(saying()).payload }),
      /isn’t signed with the key/,
    ],
    [
      'a check that has not passed',
      () => signed(saying({ checked: false })),
      /doesn’t say what this console asks for\./,
    ],
    ['a payload that is no statement', () => signed([]), /doesn’t say what/],
    [
      'another version',
      () => signed(saying({ build: team.build('1.0.1').build })),
      /is about mf-team\d+ 1\.0\.1, not about mf-team\d+ 1\.0\.0\./,
    ],
    [
      'other files',
      () => signed(saying({ build: team.build('1.0.0', { files: { 'assets/page.js': 'other' } }).build })),
      /another build of mf-team\d+ 1\.0\.0\./,
    ],
    [
      'a page that was not opened',
      () => signed(saying({ opened: { console: 'https://staging.example', paths: [] } })),
      /has not opened \/settings\/:practice\//,
    ],
  ])('refuses %s and stores nothing', async (_what, make, message) => {
    const statement = make();
    const response = await team.publish({ ...upload, ...(statement && { statement }) });
    expect([response.statusCode, response.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'not_signed', message: expect.stringMatching(message) }),
    ]);
    expect(await team.published()).toEqual([]);
  });

  it('also requires a statement for a preview', async () => {
    expect((await team.publish({ ...upload, for_preview: true })).statusCode).toBe(403);
  });

  it('accepts versions without a statement and ignores statements in a console without keys', async () => {
    const open = await testServer(database(), {});
    try {
      const other = await createTeam(open);
      expect((await other.publish(other.build('1.0.0'))).statusCode).toBe(200);
      const foreign = { ...signed(saying(), { key: stranger.privateKey }) };
      expect((await other.publish({ ...other.build('1.1.0'), statement: foreign })).statusCode).toBe(200);
      expect((await other.list()).releases.map(({ pipeline: by }) => by)).toEqual([undefined, undefined]);
    } finally {
      await open.close();
    }
  });
});
