/**
 * Sends every call generated input based on its OpenAPI description, as several kinds of person. The server never
 * returns 5xx, every error has the standard format, and a rejected call changes no row. `GENERATED_INPUTS` sets the
 * number of inputs per call, and puts every odd value in every position; without it, the values take turns.
 */
import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { errorBody } from 'shared-api/contracts';
import { type FakeStripe, startFakeStripe } from '../../billing/stripe/testing/fake-stripe.js';
import { cleanUpAfterAll } from '../../testing/clean-up.js';
import { type BillingServer, billingServer } from '../../testing/billing-server.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { type JsonSchema, fromSchema, textFromSchema } from '../../testing/generated-input.js';
import { createTestPerson, anonymousCaller, signedIn } from '../../testing/test-server.js';
import type { Person } from '../../access/people/people-repository.js';

const RUNS = Number(process.env['GENERATED_INPUTS'] ?? 3);
const SEED = 20_261_120;
/** Long enough for a machine that also runs other tests. */
const PATIENCE_MS = 600_000 + RUNS * 15_000;

/** Tables that every request writes: the session's last use, and sign-in attempts. */
const notCompared = [
  'sessions',
  'sign_in_attempts',
  'oidc_sign_ins',
  'pending_identity_links',
  'pending_sign_ins',
  'passkey_challenges',
];
/** Tables written before a call runs: idempotency keys and reads by support. */
const writtenBefore = ['idempotency_keys', 'support_reads'];

/** Request headers that calls read. */
const headerNames = ['if-match', 'if-none-match', 'idempotency-key', 'traceparent', 'x-forwarded-for'];
/** Header values that a client can send. Node accepts any byte from 0x20 on, and long values. */
const nastyHeaders = [
  '',
  '*',
  '"',
  'W/"',
  '"1e999.5e-324"',
  '"9007199254740993.1"',
  '\u00ff\u0080',
  'x'.repeat(4000),
  '-1',
  '1e999',
  '5e-324',
  'ÃÂ©'.repeat(50),
  'a-key-of-a-click',
];

/**
 * Text that no path or query may contain, as bytes of an address: NUL, surrogates, invalid UTF-8, incomplete escapes.
 */
const unreadableInAddress = ['%00', 'a%00b', '%ED%A0%80', '%FF', '%C0%80', '%E0%A4%A', '%'];
/** Text that an address may contain but that hardly any parameter accepts. */
const oddInAddress = ['1e999', '-1e999', '5e-324', '9'.repeat(400), 'x'.repeat(9000), '%F0%9F%98%80'.repeat(500)];
/** Values that no field of a body accepts, as JSON text. */
const unreadableInBody = ['"a\\u0000b"', '"\\ud800"', '1e999', '-1e999', '1e300', '5e-324', '-2.2e-310'];
/** Values that some fields accept, as JSON text. */
const oddInBody = [`"${'x'.repeat(10_000)}"`, `"${'\u{1f600}'.repeat(2000)}"`, '9007199254740991', '-0'];
/** Bodies that are not UTF-8 text. */
const wronglyEncoded = ['ff', 'c080', 'eda080', 'e0a4'].map((bytes) =>
  Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes, 'hex'), Buffer.from('"}')]),
);

/**
 * Puts values in positions. One hook checks all positions before any schema (`rejectUnreadableInput`), so each position
 * gets one value, in turns. With `GENERATED_INPUTS`, each position gets all of them.
 */
function takingTurns() {
  let turn = 0;
  return <Place>(values: readonly string[], placesWith: (value: string) => Place[]): Place[] => {
    if (process.env['GENERATED_INPUTS'] !== undefined) return values.flatMap(placesWith);
    const byValue = values.map(placesWith);
    return (byValue[0] ?? []).flatMap((_, place) => {
      turn += 1;
      return byValue[turn % values.length]?.[place] ?? [];
    });
  };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Operation {
  name: string;
  method: Method;
  path: string;
  parameters: { name: string; in: 'path' | 'query'; schema: JsonSchema }[];
  body: JsonSchema | undefined;
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters?: Operation['parameters'];
        requestBody?: { content: Record<string, { schema: JsonSchema }> };
      }
    >
  >;
}

describeWithDatabase('generated input', (database) => {
  let fakeStripe: FakeStripe;
  let server: BillingServer;
  let operations: Operation[];
  let known: unknown[];
  /** A person with all rights, and an owner of the practice. */
  let people: Person[];
  /** Typical values of a parameter, by its name. */
  let byName: Record<string, unknown[]>;
  const cleanUp = cleanUpAfterAll();

  beforeAll(async () => {
    fakeStripe = await startFakeStripe();
    cleanUp(() => fakeStripe.stop());
    server = await billingServer(database(), fakeStripe);
    cleanUp(() => server.close());
    const clinic = await server.aClinic();
    const everything = { super_admin: true, task_admin: true, internal: true, developer: true };
    const owner = { practices: [clinic.practiceId], role: 'owner' as const };
    people = [await createTestPerson(server.db, { flags: everything }), await createTestPerson(server.db, owner)];
    known = [clinic.practiceId, clinic.customer, 'core', 'phones', server.price('core_monthly'), 'opendental'];
    byName = { practice: [clinic.practiceId], practice_id: [clinic.practiceId], customer: [clinic.customer] };
    const document = (await server.call(anonymousCaller, 'GET', '/api/docs/json')).json<OpenApi>();
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId: name, parameters = [], requestBody }]) => ({
        name,
        method: method.toUpperCase() as Method,
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
      })),
    );
    await noteChanges();
  });

  /** Compared with `rows()`. */
  let tables: string[] = [];
  /**
   * The audit log records refused sign-ins, links and second factors by design, as well as this test's sign-ins, each
   * export of the log, and reads by support.
   */
  const recordedAttempts = [
    'session.start',
    'session.sign_out',
    'sign_in.refuse',
    'account_link.refuse',
    'second_factor.refuse',
    'audit.export',
    'practice.read',
  ];
  const withoutAttempts = sql`where action not in (${sql.join(recordedAttempts)})`;
  /** Mails that warn of refused sign-ins and codes. */
  const withoutWarnings = sql`where coalesce(input ->> 'action', '') not in ('refused_sign_ins', 'wrong_codes', 'used_code')`;
  const attemptsOf: Record<string, typeof withoutAttempts> = { audit_log: withoutAttempts, jobs: withoutWarnings };

  /**
   * Selects the compared tables and counts their row changes: checksums of all tables take longer than most calls, and
   * are needed only after a change.
   */
  async function noteChanges(): Promise<void> {
    const { db } = server;
    const found = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
    tables = found.rows
      .map(({ name }) => name)
      .filter((name) => !notCompared.includes(name) && !writtenBefore.includes(name));
    await sql`create table noted_changes (id bigserial primary key)`.execute(db);
    await sql`create function note_change() returns trigger language plpgsql as $$ begin
      if tg_table_name = 'audit_log' and tg_op = 'INSERT' then
        if new.action in (${sql.join(recordedAttempts.map((action) => sql.lit(action)))}) then return null; end if;
      end if;
      insert into noted_changes default values;
      return null;
    end $$`.execute(db);
    for (const name of tables.map((table) => sql.table(table))) {
      await sql`create trigger note_change after insert or update or delete on ${name}
        for each row execute function note_change()`.execute(db);
      await sql`create trigger note_truncate after truncate on ${name} execute function note_change()`.execute(db);
    }
  }

  /** Number of the last committed change. */
  async function lastChange(): Promise<string> {
    const { rows: found } = await sql<{ last: string }>`
      select coalesce(max(id), 0)::text as last from noted_changes`.execute(server.db);
    return found[0]?.last ?? '';
  }

  /** A checksum of each table's content. */
  async function rows(): Promise<Record<string, string>> {
    const { db } = server;
    const parts = tables.map(
      (name) => sql`select ${name}::text as name, count(*) || ':' || coalesce(sum(hashtext(t::text)), 0) as held
        from ${sql.table(name)} t ${attemptsOf[name] ?? sql``}`,
    );
    const { rows: found } = await sql<{ name: string; checksum: string }>`${sql.join(parts, sql` union all `)}`.execute(
      db,
    );
    return Object.fromEntries(found.map(({ name, checksum }) => [name, checksum]));
  }

  function request({ path, parameters, body }: Operation) {
    const inPath = parameters.filter((one) => one.in === 'path');
    const inQuery = parameters.filter((one) => one.in === 'query');
    const texts = (list: typeof parameters) =>
      Object.fromEntries(list.map(({ name, schema }) => [name, textFromSchema(schema, byName[name] ?? [])]));
    const query = fc.record(texts(inQuery), { requiredKeys: [] });
    return fc.record({
      caller: fc.nat(people.length - 1),
      url: fc.tuple(fc.record(texts(inPath)), query).map(([steps, asked]) => {
        const filled = Object.entries(steps).reduce((text, [name, value]) => text.replace(`{${name}}`, value), path);
        const search = Object.entries(asked).map(([name, value]) => `${name}=${value}`);
        return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
      }),
      body: body ? fromSchema(body, known) : fc.constant(undefined),
      headers: fc.record(Object.fromEntries(headerNames.map((name) => [name, fc.constantFrom(...nastyHeaders)])), {
        requiredKeys: [],
      }),
    });
  }

  /** A parameter's value while another one is varied. */
  const usual = (name: string): string => encodeURIComponent(String(byName[name]?.[0] ?? '1'));

  /** Addresses of a call that put the value in each path and query parameter in turn. */
  function addressesWith({ path, parameters }: Operation, value: string): string[] {
    const steps = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    const filled = (odd?: string) =>
      steps.reduce((text, name) => text.replace(`{${name}}`, name === odd ? value : usual(name)), path);
    const asked = parameters.filter((one) => one.in === 'query').map(({ name }) => `${filled()}?${name}=${value}`);
    return [...steps.map(filled), ...asked, `${filled()}?unknown=${value}`];
  }

  /** Bodies of a call that put the value in each field in turn: as a field, inside an array, and as the whole body. */
  function bodiesWith({ body }: Operation, value: string): string[] {
    const fields = Object.keys(body?.properties ?? {}).map((name) => `{${JSON.stringify(name)}:${value}}`);
    return [...fields, `{"unknown":${value}}`, `[${value}]`, `[{"unknown":[${value}]}]`, value];
  }

  it(
    'refuses unreadable input in each path, query and body',
    async () => {
      // The first page stores the build of the shell.
      await server.call(anonymousCaller, 'GET', '/sign-in');
      const before = await rows();
      const placesOf = takingTurns();
      const problems: unknown[] = [];
      for (const operation of operations) {
        const { method, name } = operation;
        const caller = await signedIn(server, people[0] ?? (await createTestPerson(server.db)));
        const send = async (url: string, payload?: string | Buffer): Promise<number> => {
          const headers = { 'content-type': 'application/json' };
          const response = await server.call(caller, method, url, payload, payload === undefined ? {} : headers);
          const isOne = response.statusCode < 400 || errorBody.safeParse(response.json()).success;
          if (response.statusCode >= 500 || !isOne) problems.push([name, url.slice(0, 200), response.statusCode]);
          return response.statusCode;
        };
        const mustRefuse = async (url: string, payload?: string | Buffer): Promise<void> => {
          if ((await send(url, payload)) < 400) problems.push([name, url, String(payload).slice(0, 100), 'taken']);
        };
        for (const url of placesOf(unreadableInAddress, (value) => addressesWith(operation, value))) {
          await mustRefuse(url);
        }
        if (method === 'GET') {
          for (const value of oddInAddress) for (const url of addressesWith(operation, value)) await send(url);
          continue;
        }
        const [address = operation.path] = addressesWith({ ...operation, parameters: operation.parameters }, '1');
        for (const payload of placesOf(unreadableInBody, (value) => bodiesWith(operation, value))) {
          await mustRefuse(address, payload);
        }
        for (const payload of wronglyEncoded) await mustRefuse(address, payload);
      }
      expect(problems).toEqual([]);
      expect(await rows()).toEqual(before);
    },
    PATIENCE_MS,
  );

  it(
    'handles long, huge and odd input without a server error',
    async () => {
      const problems: unknown[] = [];
      for (const operation of operations) {
        const { method, name } = operation;
        const caller = await signedIn(server, people[0] ?? (await createTestPerson(server.db)));
        const send = async (
          url: string,
          payload: string | undefined,
          headers: Record<string, string>,
        ): Promise<void> => {
          const type = payload === undefined ? {} : { 'content-type': 'application/json' };
          const response = await server.call(caller, method, url, payload, { ...type, ...headers });
          const isOne = response.statusCode < 400 || errorBody.safeParse(response.json()).success;
          if (response.statusCode >= 500 || !isOne)
            problems.push([name, url.slice(0, 200), headers, response.statusCode]);
        };
        // The practice doesn't exist, so the test changes nothing that other tests need.
        const address = operation.path.replace('{practice}', '2147483647').replaceAll(/\{\w+\}/g, 'unknown');
        for (const value of nastyHeaders) {
          const headers = Object.fromEntries(headerNames.map((header) => [header, value]));
          await send(address, operation.body && '{}', headers);
        }
        if (method === 'GET') continue;
        for (const value of oddInBody) {
          for (const payload of bodiesWith(operation, value)) await send(address, payload, {});
        }
      }
      expect(problems).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'handles generated input without a server error, and changes nothing on a refusal',
    async () => {
      const counted = { taken: 0, refused: 0 };
      let before = await rows();
      let changeBefore = await lastChange();
      for (const operation of operations) {
        // Some calls end their own session.
        const callers = await Promise.all(people.map((person) => signedIn(server, person)));
        await fc.assert(
          fc.asyncProperty(request(operation), async ({ caller, url, body, headers }) => {
            const response = await server.call(
              callers[caller] ?? anonymousCaller,
              operation.method,
              url,
              typeof body === 'object' || body === undefined ? body : JSON.stringify(body),
              { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
            );
            expect([operation.name, response.statusCode < 500, response.statusCode]).toEqual([
              operation.name,
              true,
              response.statusCode,
            ]);
            const change = await lastChange();
            const after = change === changeBefore ? before : await rows();
            if (response.statusCode < 400) {
              counted.taken += 1;
            } else {
              counted.refused += 1;
              expect(errorBody.safeParse(response.json()).success).toBe(true);
              expect(after).toEqual(before);
            }
            before = after;
            changeBefore = change;
          }),
          { numRuns: RUNS, seed: SEED, endOnFailure: true },
        );
      }
      expect(counted.refused).toBeGreaterThan(operations.length);
      expect(counted.taken).toBeGreaterThan(0);
      if (process.env['GENERATED_INPUTS'] !== undefined) {
        console.info(`${operations.length} calls: ${counted.refused} inputs refused, ${counted.taken} taken`);
      }
    },
    PATIENCE_MS,
  );
});
