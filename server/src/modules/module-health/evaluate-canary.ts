/** Evaluates a canary by the browser reports since it started. */
import { sql } from 'kysely';
import { systemActor } from '../../platform/audit/actor.js';
import type { Db } from '../../platform/database/tables.js';
import { ruleOf, withdrawIfRunning } from '../registry/canaries.js';
import { findCanary, findModule } from '../registry/module-repository.js';
import { type Visitors, decideCanary } from './decide-canary.js';

/** Visitors by version, from the reports while the canary ran. */
async function visitorsDuring(db: Db, module: string, canaryId: string): Promise<Map<string, Visitors>> {
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom('module_visits')
        .select(['version', sql<boolean>`bool_or(failures > 0)`.as('fails')])
        .where('module', '=', module)
        .where('canary_id', '=', canaryId)
        .groupBy(['version', 'person_id'])
        .as('by_person'),
    )
    .select([
      'version',
      sql<number>`count(*)::integer`.as('people'),
      sql<number>`(count(*) filter (where fails))::integer`.as('failing'),
    ])
    .groupBy('version')
    .execute();
  return new Map(rows.map(({ version, people, failing }) => [version, { people, failing }]));
}

const nobody: Visitors = { people: 0, failing: 0 };
const people = ({ people: count, failing }: Visitors): string => `${failing} of ${count} people`;

/**
 * Withdraws the module's canary when its rule requires it. Concurrent evaluations withdraw it only once.
 *
 * @returns true when this call withdrew it
 */
export async function evaluateCanary(db: Db, name: string, now: Date): Promise<boolean> {
  const [canary, module] = await Promise.all([findCanary(db, name), findModule(db, name)]);
  if (!canary || !module || module.live_version === null) return false;
  const visitors = await visitorsDuring(db, name, canary.id);
  const ofCanary = visitors.get(canary.version) ?? nobody;
  const ofLive = visitors.get(module.live_version) ?? nobody;
  if (decideCanary(ofCanary, ofLive, ruleOf(canary)) === 'keep') return false;
  const why = `it failed for ${people(ofCanary)}, ${module.live_version} for ${people(ofLive)}`;
  return withdrawIfRunning(db, canary, { actor: systemActor(`Canary rule: ${why}`), now });
}

/**
 * Evaluates one canary at a time per module. Requests during an evaluation share the next one, so that many reports
 * don't overload the database.
 */
export function canaryEvaluator(evaluate: (module: string) => Promise<void>): (module: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const begin = (module: string): Promise<void> => {
    const evaluation = evaluate(module).finally(() => running.delete(module));
    running.set(module, evaluation);
    return evaluation;
  };
  return (module) => {
    const waiting = next.get(module);
    if (waiting) return waiting;
    const current = running.get(module);
    if (!current) return begin(module);
    const later = current
      .catch(() => undefined)
      .then(() => {
        next.delete(module);
        return begin(module);
      });
    next.set(module, later);
    return later;
  };
}
