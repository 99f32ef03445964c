// @ts-check
/** The request mix of an ordinary day. Each request has its person's session and practice. */

/** @typedef {import('../generated-practices.mjs').Person} Person */
/** @typedef {import('./connections.mjs').Connections} Connections */

/** Requests of each kind in 100: nine reads to one write. */
const shares = /** @type {const} */ ({
  'settings, read': 23,
  'hours, read': 23,
  'billing overview': 17,
  'activity of a practice': 12,
  'own practices, search': 10,
  'all practices, search': 5,
  'settings, save': 5,
  'hours, edit of a cell': 5,
});

/** @typedef {keyof typeof shares} Kind */

export const kinds = /** @type {Kind[]} */ (Object.keys(shares));

/** Spreads the kinds evenly over 100 requests. @returns {Kind[]} */
function spread() {
  const placed = kinds.flatMap((kind) =>
    Array.from({ length: shares[kind] }, (_, at) => ({ kind, at: (at + 0.5) / shares[kind] })),
  );
  return placed.sort((one, other) => one.at - other.at).map(({ kind }) => kind);
}

/** Search terms. */
const searches = ['smiles', 'dental', 'maple', 'river', 'oak', '12', 'family', 'harbor', 'birchwood ortho', '4171'];

/** The previous row with a time moved by 15 minutes. @param {string} rows @returns {string} */
function withOtherTime(rows) {
  const others = /** @type {Record<string, string>} */ ({ '00': '15', 15: '00', 30: '45', 45: '30' });
  return rows.replace(/("\w{3}_beg":"\d+:)(\d\d)/, (_, before, minutes) => `${before}${others[minutes] ?? minutes}`);
}

/** @param {string} cookie @param {string} path @param {string} [body] */
function textOf(cookie, path, body) {
  const content =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: practice-console-session=${cookie}\r\n${content}\r\n${body ?? ''}`;
}

/**
 * @param {{owners: readonly Person[], staff: readonly Person[]}} people
 * @returns `next` sends the next request on a connection and returns its kind. `atWork` sets the number of active
 * people.
 */
export function ordinaryDay({ owners: allOwners, staff: allStaff }) {
  let owners = allOwners;
  let staff = allStaff;
  const order = spread();
  /** The last read hours of a person. @type {Map<Person, string>} */
  const hours = new Map();
  /** People whose hours were read, in the order of their edits. @type {Person[]} */
  const editors = [];
  const pediatric = /** @type {Set<Person>} */ (new Set());
  let turn = 0;

  let searched = 0;

  /** Takes people in turn. @param {() => readonly Person[]} all @returns {() => Person} */
  const inTurn = (all) => {
    let taken = 0;
    return () => {
      const person = all()[taken++ % all().length];
      if (!person) throw new Error('There is nobody');
      return person;
    };
  };
  const anOwner = inTurn(() => owners);
  const aMember = inTurn(() => staff);

  /** @param {Connections} connections */
  const readHours = async (connections) => {
    const person = anOwner();
    const known = hours.has(person);
    const answer = await connections.send(textOf(person.token, `/api/${person.practiceId}/provider-hours/`), !known);
    if (known || answer.status !== 200) return answer;
    hours.set(person, JSON.stringify(JSON.parse(answer.body).message));
    editors.push(person);
    return answer;
  };

  /** @param {Connections} connections */
  const editHours = async (connections) => {
    const person = editors.shift();
    if (!person) return readHours(connections);
    const rows = withOtherTime(hours.get(person) ?? '[]');
    const path = `/api/${person.practiceId}/provider-hours/bulk_update/`;
    const answer = await connections.send(textOf(person.token, path, rows));
    hours.set(person, rows);
    editors.push(person);
    return answer;
  };

  /** @param {Connections} connections */
  const saveSettings = (connections) => {
    const person = anOwner();
    const was = pediatric.delete(person);
    if (!was) pediatric.add(person);
    const path = `/api/${person.practiceId}/settings/update_practice_settings/`;
    return connections.send(textOf(person.token, path, JSON.stringify({ is_pediatric: !was })));
  };

  /** @param {() => Person} whose @param {(practiceId: number, search: string) => string} path */
  const read = (whose, path) => (/** @type {Connections} */ connections) => {
    const { token, practiceId } = whose();
    const search = encodeURIComponent(searches[searched++ % searches.length] ?? '');
    return connections.send(textOf(token, path(practiceId, search)));
  };

  /** @type {Record<Kind, (connections: Connections) => Promise<import('./connections.mjs').Answer>>} */
  const steps = {
    'settings, read': read(anOwner, (practiceId) => `/api/${practiceId}/settings/practice_settings/`),
    'hours, read': readHours,
    'billing overview': read(anOwner, (practiceId) => `/api/${practiceId}/practice-features/feature-summary/`),
    'activity of a practice': read(anOwner, (practiceId) => `/api/${practiceId}/activity/`),
    'own practices, search': read(anOwner, (_, search) => `/api/practices/?search=${search}`),
    'all practices, search': read(aMember, (_, search) => `/api/features/?page=1&search=${search}`),
    'settings, save': saveSettings,
    'hours, edit of a cell': editHours,
  };

  return {
    /** @param {Connections} connections */
    next(connections) {
      const kind = order[turn % order.length] ?? 'settings, read';
      turn += 1;
      return { kind, answer: steps[kind](connections) };
    },
    /** @param {number} count */
    atWork(count) {
      owners = allOwners.slice(0, count);
      staff = allStaff.slice(0, Math.ceil((count * allStaff.length) / allOwners.length));
    },
  };
}
