// @ts-check
/**
 * Which unit should hold a practice's PMS data: a schema, a partition, or rows of shared tables? Measures all three on
 * both engines (docs/decisions/0010-unit-of-pms-data.md).
 *
 *   node bench/pms-units.mjs [practices=10000] [layouts=shared,partition,schema] [engines=embedded,postgres]
 *
 * PostgreSQL is the server of TEST_DATABASE_URL, by default postgres://postgres@127.0.0.1:5432/postgres.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

// The versions of both engines that the server uses.
const fromServer = createRequire(new URL('../server/package.json', import.meta.url));
const { PGlite } = fromServer('@electric-sql/pglite');
const pg = fromServer('pg');

const arg = (/** @type {string} */ name, /** @type {string} */ otherwise) =>
  process.argv.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1) ?? otherwise;
const practices = Number(arg('practices', '10000'));
const layouts = arg('layouts', 'shared,partition,schema').split(',');
const engines = arg('engines', 'embedded,postgres').split(',');
const adminUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const PROVIDERS = 8;
const READS = 500;
/** Units per transaction during creation, because the server limits the number of locked tables per transaction. */
const BATCH = 20;

/**
 * @typedef {{ run(sql: string): Promise<unknown[]>, reopen(): Promise<void>, close(): Promise<void>, memory():
 * Promise<number> }} Session
 */

const columnsOf = {
  providers:
    'practice_id integer not null, provider_id integer not null, first_name text, last_name text, active boolean',
  clinics: 'practice_id integer not null, clinic_num integer not null, description text',
  appointments:
    'practice_id integer not null, appointment_id integer not null, provider_id integer, starts_at timestamptz, minutes integer',
};
const keyOf = { providers: 'provider_id', clinics: 'clinic_num', appointments: 'appointment_id' };
const tables = /** @type {(keyof typeof columnsOf)[]} */ (Object.keys(columnsOf));

const parents = (/** @type {string} */ suffix) =>
  tables
    .map((t) => `create table ${t} (${columnsOf[t]}, primary key (practice_id, ${keyOf[t]})) ${suffix};`)
    .join('\n');

const rows = (/** @type {string} */ table, /** @type {number} */ id) =>
  `insert into ${table} select ${id}, n, 'First ' || n, 'Last ' || n, true from generate_series(1, ${PROVIDERS}) n;`;

/** The statements of each layout: preparation, creation of a unit, reading its providers, and adding a column. */
const layoutOf = {
  shared: {
    prepare: `create table units (practice_id integer primary key);\n${parents('')}
      alter table providers add foreign key (practice_id) references units;
      alter table clinics add foreign key (practice_id) references units;
      alter table appointments add foreign key (practice_id) references units;`,
    unit: (/** @type {number} */ id) => `insert into units values (${id});`,
    providers: () => 'providers',
    addColumn: () => ['alter table providers add column note text'],
  },
  partition: {
    prepare: parents('partition by list (practice_id)'),
    unit: (/** @type {number} */ id) =>
      tables.map((t) => `create table ${t}_${id} partition of ${t} for values in (${id});`).join('\n'),
    providers: () => 'providers',
    addColumn: () => ['alter table providers add column note text'],
  },
  schema: {
    prepare: 'select 1;',
    unit: (/** @type {number} */ id) =>
      `create schema practice_${id};\n${tables
        .map((t) => `create table practice_${id}.${t} (${columnsOf[t]}, primary key (${keyOf[t]}));`)
        .join('\n')}`,
    providers: (/** @type {number} */ id) => `practice_${id}.providers`,
    addColumn: () =>
      Array.from({ length: practices }, (_, i) => `alter table practice_${i + 1}.providers add column note text`),
  },
};

/** @returns {Promise<Session>} */
async function openEmbedded() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pms-units-'));
  let db = await PGlite.create(folder);
  return {
    run: async (sql) => (await db.exec(sql)).at(-1)?.rows ?? [],
    async reopen() {
      await db.close();
      db = await PGlite.create(folder);
    },
    memory: () => Promise.resolve(process.memoryUsage().rss),
    async close() {
      await db.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** @returns {Promise<Session>} */
async function openPostgres() {
  const name = `pms_units_${process.pid}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const connect = async () => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    return client;
  };
  let client = await connect();
  return {
    async run(sql) {
      const result = await client.query(sql);
      return (Array.isArray(result) ? result.at(-1) : result).rows;
    },
    async reopen() {
      await client.end();
      client = await connect();
    },
    async memory() {
      const result = await client.query('select sum(total_bytes)::float8 as bytes from pg_backend_memory_contexts');
      return result.rows[0].bytes;
    },
    async close() {
      await client.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const quantile = (/** @type {number[]} */ values, /** @type {number} */ q) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? 0;
const ms = (/** @type {number} */ value) => `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;
const mb = (/** @type {number} */ bytes) => `${Math.round(bytes / 1e6)} MB`;

/** @param {keyof typeof layoutOf} name @param {Session} session */
async function measure(name, session) {
  const layout = layoutOf[name];
  await session.run(layout.prepare);
  const create = (/** @type {number} */ id) => `${layout.unit(id)}\n${rows(layout.providers(id), id)}`;
  const all = await timed(async () => {
    for (let first = 1; first <= practices; first += BATCH) {
      const ids = Array.from({ length: Math.min(BATCH, practices - first + 1) }, (_, i) => first + i);
      await session.run(`begin;\n${ids.map(create).join('\n')}\ncommit;`);
    }
  });
  const one = [];
  for (let id = practices + 1; id <= practices + 20; id += 1) {
    one.push(await timed(() => session.run(`begin;\n${create(id)}\ncommit;`)));
  }
  const [size] = /** @type {any[]} */ (
    await session.run(
      'select pg_database_size(current_database())::float8 as bytes, (select count(*)::int from pg_class) as relations',
    )
  );
  const reopen = await timed(() => session.reopen());
  const read = (/** @type {number} */ id) =>
    session.run(
      `select provider_id, first_name, last_name from ${layout.providers(id)} where practice_id = ${id} and active order by last_name`,
    );
  const first = await timed(() => read(1));
  const reads = [];
  for (let i = 0; i < READS; i += 1) {
    const id = 1 + ((i * 7919) % practices);
    reads.push(await timed(() => read(id)));
  }
  const memory = await session.memory();
  const addColumn = await timed(async () => {
    for (const statement of layout.addColumn()) await session.run(statement);
  });
  return {
    'all units': `${(all / 1000).toFixed(1)} s`,
    'one more unit': ms(quantile(one, 0.5)),
    disk: mb(size.bytes),
    relations: size.relations,
    reopen: ms(reopen),
    'first read': ms(first),
    'read p50': ms(quantile(reads, 0.5)),
    'read p95': ms(quantile(reads, 0.95)),
    memory: mb(memory),
    'add a column': ms(addColumn),
  };
}

// Each layout runs in its own process, so that their memory is separate.
if (process.env['PMS_UNITS_ONE']) {
  const [engine, layout] = process.env['PMS_UNITS_ONE'].split(' ');
  const session = engine === 'embedded' ? await openEmbedded() : await openPostgres();
  try {
    console.log(JSON.stringify(await measure(/** @type {keyof typeof layoutOf} */ (layout), session)));
  } finally {
    await session.close();
  }
} else {
  const { spawnSync } = await import('node:child_process');
  console.log(
    `${practices} practices, ${tables.length} tables each, ${PROVIDERS} providers; ${READS} reads over as many practices`,
  );
  for (const engine of engines) {
    for (const layout of layouts) {
      const run = spawnSync(process.execPath, process.argv.slice(1), {
        env: { ...process.env, PMS_UNITS_ONE: `${engine} ${layout}` },
        encoding: 'utf8',
      });
      const line = run.stdout.trim();
      if (line === '')
        console.log(
          engine,
          layout,
          'failed:',
          run.stderr.split('\n').find((text) => text.includes('rror')) ?? run.signal,
        );
      else console.log(engine, layout, JSON.parse(line));
    }
  }
}
