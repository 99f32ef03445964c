// @ts-check
/** Makes the demo's first practice a large one, with names of any script, so that its pages are seen at their worst. */
import { inParallel, addManyInvoices } from 'tools/many-invoices';

const PRACTICE = 1;
const SUPERADMIN = { email: 'superadmin@console.example', password: 'practice-console' };
/** How many a practice may send at once. */
const INVITATIONS = 100;
/** The longest name of a person. */
const LENGTH = 200;

/** Fills a name with a text up to the longest one. @param {string} text */
const repeated = (text) => text.repeat(Math.floor(LENGTH / text.length)).trim();

/** What people, customers and practices are called somewhere, and what they can be called at all. */
const names = [
  repeated('Wolfeschlegelsteinhausenbergerdorff'),
  repeated('Mary Ann Elizabeth '),
  'محمد عبد الرحمن بن عبد الله الخطيب',
  repeated('عبدالرحمن'),
  'אברהם בן־דוד',
  'นายสมชาย ใจดีมากที่สุดในโลก',
  repeated('東京歯科医院'),
  'कृष्णमूर्ति वेंकटरमण शास्त्री',
  'Ἀλέξανδρος Παπαδόπουλος-Κωνσταντινίδης',
  'Đặng Thị Hồng Nhung',
  'Z̸̡̛͎͙̜̈́̈́̈́ä̸̧̛͎͙̜́̈́l̸̡̛͎͙̜̈́̈́g̸̡̛͎͙̜̈́̈́ơ̸̡͎͙̜̈́̈́',
  '🦷👩🏽‍⚕️🦷',
  repeated('🦷'),
  '<b onclick="alert(1)">Bold</b><script>alert(1)</script>',
  '&lt;Tooth&gt; "&amp;" \'Fairy\'',
  'O’Brien-Smythe',
  'Bo',
];

/** A name by its number. The same number has the same name each time. @param {number} index */
const nameOf = (index) => names[index % names.length] ?? '';

/**
 * @typedef {object} HeavyPractice
 * @property {number} customers
 * @property {number} members
 * @property {number} providers
 * @property {number} invoices
 */

/** @type {HeavyPractice} */
export const heavy = { customers: 50, members: 300, providers: 200, invoices: 5_000 };

/** The session of a super admin, who may make every call. @param {string} url */
async function callsOf(url) {
  const headers = { 'content-type': 'application/json' };
  const session = await fetch(`${url}/api/session/`, { method: 'POST', headers, body: JSON.stringify(SUPERADMIN) });
  if (!session.ok) throw new Error(await session.text());
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return async (/** @type {string} */ path, /** @type {unknown} */ body) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  };
}

/**
 * The names come from outside the console, as those of a practice management system and of the provider do, so they are written
 * without its rules; members are invited as somebody would do it.
 *
 * @param {Pick<import('tools/console-process').RunningConsole, 'url' | 'sandbox' | 'sql'>} running with PostgreSQL and a sandbox
 * @param {HeavyPractice} counts
 */
export async function addHeavyPractice(running, counts) {
  const { url, sql } = running;
  const call = await callsOf(url);
  for (let first = 0; first < counts.members; first += INVITATIONS) {
    // A practice may send as many within a quarter of an hour.
    await sql('delete from sign_in_attempts');
    await inParallel(Math.min(INVITATIONS, counts.members - first), (at) => {
      const index = first + at;
      const role = index % 2 === 0 ? 'staff' : 'manager';
      const member = { email: `member-${index}@large.example`, name: nameOf(index), role, rights: null };
      return call(`/api/${PRACTICE}/members/`, member);
    });
  }
  for (let index = 0; index < counts.providers; index += 1) {
    await sql('insert into pms_providers (practice_id, provider_id, first_name, last_name) values ($1, $2, $3, $4)', [
      ...[PRACTICE, 1_000 + index, nameOf(index), nameOf(index + 7)],
    ]);
  }
  await call(`/api/${PRACTICE}/provider-hours-worked/recalculate/`, { full_update: true });
  for (const [index, name] of names.entries()) {
    const short = [...name].slice(0, 100).join('');
    await sql('update practices set name = $2, search_name = lower($2) where id = $1', [PRACTICE + index, short]);
  }
  await sql('update people set name = $1 where email = $2', [names[0], 'owner@bright-smiles.example']);
  await addManyInvoices(running, {
    practice: PRACTICE,
    customers: counts.customers,
    subscriptions: counts.customers,
    invoices: counts.invoices,
    nameOf,
  });
}
