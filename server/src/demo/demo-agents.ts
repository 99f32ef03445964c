/** Registers the demo's PMS agents at the sandbox, which runs them. Each gets a token and its PMS data. */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { AppointmentRow } from 'shared-api/agent';
import { replaceAgentToken } from '../practices/agents/agent-tokens.js';
import { systemActor } from '../platform/audit/actor.js';
import type { Db } from '../platform/database/tables.js';
import { listProviders } from '../practices/pms/pms-units.js';
import { findPractice } from '../access/practice-records/practice-lookups.js';
import { listClinics } from '../practices/settings/settings-repository.js';
import { epochSeconds } from '../platform/dates/epoch-seconds.js';

/** Practice 3 has no agent, so that the demo also shows this case. */
const demoAgents = [
  { practice: 1, updateBlocked: false },
  { practice: 2, updateBlocked: true },
] as const;

const TOKEN_NAME = 'Demo agent';
/** Pauses before each further attempt, in milliseconds. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
const ANSWERED_WITHIN_MS = 10_000;

interface Introducing {
  db: Db;
  log: FastifyBaseLogger;
  /** Origin of the sandbox. */
  sandbox: string;
  /** Origin of this server, as reachable from the sandbox. */
  server: string;
  now: () => Date;
  /** Aborted when the server stops. */
  signal: AbortSignal;
  /** Pauses before each further attempt, in milliseconds. */
  pauses?: readonly number[];
}

/** All of the server's PMS data of the practice. A full update removes rows missing in the agent's PMS. */
async function profileOf(db: Db, practiceId: number, updateBlocked: boolean) {
  const summary = await findPractice(db, practiceId);
  if (!summary) return undefined;
  const appointments = await db
    .selectFrom('pms_appointments')
    .select(['appointment_id', 'provider_id', 'clinic_num', 'starts_at', 'ends_at', 'status', 'status_id'])
    .where('practice_id', '=', practiceId)
    .orderBy('appointment_id')
    .execute();
  const schedules = await db
    .selectFrom('pms_schedules')
    .select(['schedule_id', 'provider_id', 'date', 'begins', 'ends'])
    .where('practice_id', '=', practiceId)
    .orderBy('schedule_id')
    .execute();
  return {
    pms_name: summary.pms_name,
    time_zone: summary.time_zone,
    update_blocked: updateBlocked,
    providers: await listProviders(db, practiceId),
    clinics: await listClinics(db, practiceId),
    appointments: appointments.map((row): AppointmentRow => ({
      ...row,
      starts_at: epochSeconds(row.starts_at),
      ends_at: epochSeconds(row.ends_at),
    })),
    schedules,
  };
}

async function introduce(
  { db, sandbox, server, now, signal }: Introducing,
  { practice: practiceId, updateBlocked }: (typeof demoAgents)[number],
): Promise<void> {
  const profile = await profileOf(db, practiceId, updateBlocked);
  if (!profile) return;
  const audit = { actor: systemActor('Demo'), now: now() };
  const token = await replaceAgentToken(db, { practiceId, name: TOKEN_NAME }, audit);
  const response = await fetch(`${sandbox}/control/agents/${practiceId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, server, profile }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWERED_WITHIN_MS)]),
  });
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
}

/** Retries a few times. An unreachable sandbox is only a warning; the demo then runs without its agents. */
export async function registerDemoAgents(parts: Introducing): Promise<void> {
  const { log, signal, pauses = PAUSES_MS } = parts;
  for (const agent of demoAgents) {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        await introduce(parts, agent);
        break;
      } catch (err) {
        const wait = pauses[attempt];
        if (signal.aborted) return;
        if (wait === undefined) {
          log.warn({ err, practice: agent.practice }, 'a demo agent could not be introduced to the sandbox');
          break;
        }
        await pause(wait, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
