// @ts-check
/**
 * Fills a database with many practices, made by `insert … select` in PostgreSQL from the practices of the demo: each new
 * practice has the hours, providers and access of one of them. It also adds settings, subscriptions, people with sessions,
 * and an audit log.
 */
import { createHash } from 'node:crypto';

/** @typedef {(statement: string, values?: unknown[]) => Promise<any[]>} Sql */

/** The first practices of the demo have fixed names and data. The others are generated. */
const FIRST_GENERATED = 41;

/** Tables that are copied for each practice, referenced ones first. */
const copiedTables = [
  'weekly_hours_versions',
  'weekly_hours',
  'pms_units',
  'pms_providers',
  'entitlement_versions',
  'entitlement_grants',
  'practice_entitlements',
  'practice_feature_flags',
];

/** @param {Sql} sql @param {string} table @returns {Promise<string[]>} */
async function columnsOf(sql, table) {
  const rows = await sql(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Number of existing practices. @param {Sql} sql */
async function practicesIn(sql) {
  const [{ count }] = await sql('select count(*)::integer as count from practices');
  return /** @type {number} */ (count);
}

/**
 * Adds practices up to a number. Every tenth has its number in its name, so that a search can find few of them.
 *
 * @param {Sql} sql
 * @param {number} wanted
 */
export async function generatePractices(sql, wanted) {
  const before = await practicesIn(sql);
  const patterns = before - FIRST_GENERATED + 1;
  const source = (/** @type {string} */ id) => `${FIRST_GENERATED} + made.id % ${patterns} = ${id}`;
  const made = `generate_series(${before + 1}, ${wanted}) as made (id)`;
  const name = (/** @type {string} */ column) =>
    `pattern.${column} || case when made.id % 10 = 0 then ' ' || made.id else '' end`;
  await sql(
    `insert into practices (id, name, search_name, time_zone, pms_name, insider, created_at)
     select made.id, ${name('name')}, ${name('search_name')}, time_zone, pms_name, insider, created_at
     from ${made} join practices as pattern on ${source('pattern.id')}`,
  );
  for (const table of copiedTables) {
    const columns = await columnsOf(sql, table);
    const copied = columns.map((column) => (column === 'practice_id' ? 'made.id' : `pattern.${column}`));
    await sql(
      `insert into ${table} (${columns.join(', ')}) select ${copied.join(', ')}
       from ${made} join ${table} as pattern on ${source('pattern.practice_id')}`,
    );
  }
  await sql(`update number_series set next_number = ${wanted + 1} where name = 'practice'`);
  await sql('delete from feature_usage');
  await sql(
    `insert into feature_usage (id, kind, name, practices)
     select gen_random_uuid(), kind, name, count(*) from practice_entitlements group by kind, name
     union all select gen_random_uuid(), 'feature_flag', name, count(*) from practice_feature_flags group by name`,
  );
}

/**
 * Gives most practices saved settings: 3% are inactive, 2% have expired.
 *
 * @param {Sql} sql
 */
export async function addSettings(sql) {
  const columns = (await columnsOf(sql, 'practice_settings')).filter((column) => column !== 'practice_id');
  /** @type {Record<string, string>} */
  const changed = {
    active: 'practices.id % 33 <> 0',
    account_expiration_date: 'case when practices.id % 50 = 1 then current_date - 20 end',
    stripe_customer_id: 'null',
    use_clinics: 'false',
    additional_clinicnums: `'[]'`,
  };
  const values = columns.map((column) => changed[column] ?? `pattern.${column}`);
  await sql(
    `insert into practice_settings (practice_id, ${columns.join(', ')}) select practices.id, ${values.join(', ')}
     from practices cross join (select * from practice_settings where practice_id = 1) as pattern
     where practices.id >= ${FIRST_GENERATED} and practices.id % 5 <> 0`,
  );
}

/**
 * Gives nine of ten practices a subscription like the one of practice 1 with the most items. 0.5% are past due.
 *
 * @param {Sql} sql the demo's billing is there
 */
export async function addSubscriptions(sql) {
  const [{ id: subscription, customer }] = await sql(
    `select subscriptions.id, subscriptions.customer_id as customer
     from billing_subscriptions as subscriptions join billing_items as items on items.subscription_id = subscriptions.id
     where subscriptions.status = 'active' and subscriptions.id in (
       select subscription_id from item_assignments where practice_id = 1
     ) group by 1, 2 order by count(*) desc limit 1`,
  );
  const practices = `(select id from practices where id >= ${FIRST_GENERATED} and id % 10 <> 1) as practices`;
  const status = `case when practices.id % 200 = 0 then 'past_due' else 'active' end`;
  /** Replaces the ids of the pattern. @param {string} column @param {string[]} ids */
  const ownIds = (column, ...ids) =>
    ids.reduce(
      (text, id) => `replace(${text}, ${id}, ${id} || '_' || practices.id)`,
      `replace(${column}::text, '"practice": 1', '"practice": ' || practices.id)`,
    );
  await sql(
    `insert into billing_customers (practice_id, customer_id, source, added_at)
     select practices.id, '${customer}_' || practices.id, 'created', now() from ${practices}`,
  );
  await sql(
    `insert into billing_subscriptions (id, customer_id, status, shown, projected_at)
     select pattern.id || '_' || practices.id, pattern.customer_id || '_' || practices.id, ${status},
       (${ownIds('pattern.shown', 'pattern.id', 'pattern.customer_id')})::jsonb
         || jsonb_build_object('status', ${status}), now()
     from ${practices} cross join billing_subscriptions as pattern where pattern.id = '${subscription}'`,
  );
  await sql(
    `insert into billing_items (id, subscription_id, customer_id, price_id, quantity, place, shown)
     select pattern.id || '_' || practices.id, subscription_id || '_' || practices.id, customer_id || '_' || practices.id,
       price_id, quantity, place, (${ownIds('pattern.shown', 'pattern.id')})::jsonb
     from ${practices} cross join billing_items as pattern where pattern.subscription_id = '${subscription}'`,
  );
  await sql(
    `insert into item_assignments (practice_id, item_id, subscription_id, assigned_at, assigned_by)
     select practices.id, pattern.id || '_' || practices.id, subscription_id || '_' || practices.id, now(), 'Bench'
     from ${practices} cross join billing_items as pattern where pattern.subscription_id = '${subscription}'`,
  );
}

/** @param {string} token @returns {string} what the database has of a session's token */
const hashOf = (token) => createHash('sha256').update(token).digest('hex');

/**
 * @typedef {object} Person
 * @property {string} token of their session
 * @property {number} practiceId of which they are the owner; 0 for internal staff
 */

/**
 * Adds people, each with a session, without the cost of a sign-in. Practices are taken from all over the table.
 *
 * @param {Sql} sql
 * @param {{owners: number, staff: number, practices: number}} howMany
 * @returns {Promise<{owners: Person[], staff: Person[]}>}
 */
export async function addPeople(sql, { owners: ownerCount, staff: staffCount, practices }) {
  const last = practices - FIRST_GENERATED;
  const owners = Array.from({ length: ownerCount }, (_, at) => ({
    token: `bench-owner-${at}`,
    practiceId: FIRST_GENERATED + ((at * 7919) % last),
  }));
  const staff = Array.from({ length: staffCount }, (_, at) => ({ token: `bench-staff-${at}`, practiceId: 0 }));
  const all = [...owners, ...staff];
  await sql(
    `with added as (
       select gen_random_uuid() as id, token, practice_id, hash
       from unnest($1::text[], $2::integer[], $3::text[]) as person (token, practice_id, hash)
     ), person as (
       insert into people (id, email, name, internal)
       select id, token || '@clinic.example', token, practice_id = 0 from added returning id
     ), member as (
       insert into memberships (practice_id, person_id, role)
       select practice_id, id, 'owner' from added where practice_id > 0
     )
     insert into sessions (token_hash, person_id, created_at, used_at, expires_at)
     select decode(hash, 'hex'), id, now(), now(), now() + interval '12 hours' from added`,
    [all.map(({ token }) => token), all.map(({ practiceId }) => practiceId), all.map(({ token }) => hashOf(token))],
  );
  return { owners, staff };
}

const dayParts = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].flatMap((day) =>
  [
    ['beg', '8:00 AM'],
    ['end', '5:00 PM'],
    ['l_beg', '12:00 PM'],
    ['l_end', '1:00 PM'],
  ].map(([part, time]) => [`${day}_${part}`, time]),
);

/** A row of the weekly hours, as the audit log has it. @param {string} monday when it begins */
const hoursRow = (monday) =>
  JSON.stringify([
    {
      provider_id: 1,
      'first-name': 'Grace',
      'last-name': 'Hart',
      'same-as-office-hours': false,
      ...Object.fromEntries(dayParts),
      mon_beg: monday,
    },
  ]);

/**
 * Adds entries over the last 400 days. Practices with lower numbers have more of them. Some are of sign-ins, which belong to
 * no practice.
 *
 * @param {Sql} sql
 * @param {{entries: number, practices: number}} howMany
 */
export async function addAuditLog(sql, { entries, practices }) {
  await sql(
    `insert into audit_log (practice_id, at, id, actor_kind, actor_id, actor_name, action, area, entity, entity_id, before,
       after)
     select case when kind.action = 'session.start' then 0 else entry.practice_id end, entry.at, gen_random_uuid(), 'person',
       'person-' || entry.practice_id, 'Person ' || entry.practice_id, kind.action, kind.area, kind.entity,
       entry.practice_id::text, kind.before::jsonb, kind.after::jsonb
     from (
       select number, now() - (${entries} - number) * (interval '400 days' / ${entries}) as at,
         1 + floor(power((number::bigint * 7919 % ${entries}) / ${entries}::double precision, 2) * ${practices})::integer
           as practice_id
       from generate_series(1, ${entries}) as number
     ) as entry
     join (values
       (0, 'settings.save', 'settings', 'practice_settings', '{"is_pediatric": false}', '{"is_pediatric": true}'),
       (1, 'weekly_hours.save', 'hours', 'weekly_hours', '${hoursRow('8:00 AM')}', '${hoursRow('8:30 AM')}'),
       (2, 'settings.save', 'settings', 'practice_settings', '{"send_task_emails": true}', '{"send_task_emails": false}'),
       (3, 'session.start', 'accounts', 'session', null, '{"methods": ["password"]}')
     ) as kind (place, action, area, entity, before, after) on kind.place = entry.number % 4`,
  );
}
