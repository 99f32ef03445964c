// @ts-check
/** Writers that continuously save settings and hours, with statistics about their changes. */
import { setTimeout as pause } from 'node:timers/promises';

/** Delay between two changes of a writer. */
const PAUSE_MS = 50;
/** Opening times that a writer goes through, one minute apart from 1:00 AM on. */
const OPENING_TIMES = 240;

/** @typedef {import('./client.mjs').Client} Client */
/** @typedef {import('./cluster.mjs').Cluster} Cluster */

/**
 * @typedef {object} Figures
 * @property {number} acknowledged changes that the console has acknowledged
 * @property {number} lost acknowledged changes that are not in the database
 * @property {number} doubled changes that were made more than once
 */

/** @param {number} minute after 1:00 AM */
const openingTime = (minute) => `${1 + Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')} AM`;

/** @param {number} practiceId */
const settingsOf = (practiceId) => ({
  action: 'settings.save',
  /** @param {Client} client @param {number} number */
  save: (client, number) =>
    client.change(`/api/${practiceId}/settings/update_practice_settings/`, { market_iq_max_phone_numbers: number }),
  /** @param {Client} client */
  read: async (client) =>
    (await client.read(`/api/${practiceId}/settings/practice_settings/`)).market_iq_max_phone_numbers,
  value: (/** @type {number} */ number) => number,
});

/** @param {number} practiceId */
const hoursOf = (practiceId) => ({
  action: 'weekly_hours.save',
  /** @param {Client} client @param {number} number */
  async save(client, number) {
    const { message } = await client.read(`/api/${practiceId}/provider-hours/`);
    message[0].mon_beg = openingTime(number % OPENING_TIMES);
    return client.change(`/api/${practiceId}/provider-hours/bulk_update/`, message);
  },
  /** @param {Client} client */
  read: async (client) => (await client.read(`/api/${practiceId}/provider-hours/`)).message[0].mon_beg,
  value: (/** @type {number} */ number) => openingTime(number % OPENING_TIMES),
});

/**
 * Starts a writer for each practice. Writers of practices with even numbers save settings, the others hours.
 *
 * @param {Cluster} cluster
 * @param {Client} client
 * @param {readonly number[]} practices without any other writer
 */
export async function startWriters(cluster, client, practices) {
  let isOver = false;
  const started = performance.now();
  /** Times of acknowledgments. @type {number[]} */
  const times = [started];
  const entries = async (/** @type {number} */ practiceId, /** @type {string} */ action) => {
    const [row] = await cluster.sql(
      'select count(*)::int as entries from audit_log where practice_id = $1 and action = $2',
      [practiceId, action],
    );
    return row.entries;
  };
  const writers = practices.map(async (practiceId) => {
    const { action, save, read, value } = practiceId % 2 === 0 ? settingsOf(practiceId) : hoursOf(practiceId);
    const before = await entries(practiceId, action);
    let acknowledged = 0;
    while (!isOver) {
      // Each change has another value than the one before it, so each writes one entry of the audit log.
      await save(client, acknowledged + 1);
      times.push(performance.now());
      acknowledged += 1;
      await pause(PAUSE_MS);
    }
    const made = (await entries(practiceId, action)) - before;
    const isLast = (await read(client)) === value(acknowledged);
    return {
      acknowledged,
      lost: Math.max(0, acknowledged - made, isLast ? 0 : 1),
      doubled: Math.max(0, made - acknowledged),
    };
  });
  return {
    /** Number of changes acknowledged so far. */
    acknowledged: () => times.length - 1,
    /** @returns {Promise<Figures & { secondsWithoutWrites: number }>} */
    async stop() {
      isOver = true;
      const figures = await Promise.all(writers);
      const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time));
      return {
        acknowledged: figures.reduce((sum, one) => sum + one.acknowledged, 0),
        lost: figures.reduce((sum, one) => sum + one.lost, 0),
        doubled: figures.reduce((sum, one) => sum + one.doubled, 0),
        secondsWithoutWrites: Math.max(...gaps) / 1000,
      };
    },
  };
}
