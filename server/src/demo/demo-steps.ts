/**
 * The demo's data, in numbered steps. Each step runs exactly once, also on a data folder seeded by an earlier version.
 * New steps are added at the end.
 */
import { type Actor, systemActor, type AuditContext } from '../platform/audit/actor.js';
import type { Db } from '../platform/database/tables.js';
import { inTransaction, withoutTimeLimits } from '../platform/database/transaction.js';
import { hashPassword, type PasswordCost, passwordCost } from '../access/people/password.js';
import { setMembership } from '../access/members/members-service.js';
import { PASSWORD_RULE } from '../access/people/password-strength.js';
import { findPersonByEmail } from '../access/people/people-repository.js';
import { addPerson } from '../access/people/people-service.js';
import { addAppointments, correctHours } from './demo-appointments.js';
import { addMissingFeatures } from './demo-features.js';
import { demoPassword, demoPeople } from './demo-people.js';
import {
  addClinics,
  giveBillingRight,
  giveLaterRoles,
  giveRoles,
  addSyncHistory,
  saveDemoSettings,
} from './demo-settings.js';
import { addGeneratedPractices } from './generated-practices.js';
import { addNamedPractices, fillNamedPractices } from './named-practices.js';

/** When the demo's clinics joined, in days before today. */
const JOINED_DAYS_AGO = 400;
/** When their weekly hours were last saved, in days before today. */
const HOURS_SET_DAYS_AGO = 24;

/** When their settings were last saved, in days before today. */
const SETTINGS_SAVED_DAYS_AGO = 11;

const actor = systemActor('Demo');

interface DemoContext {
  db: Db;
  now: Date;
  cost: PasswordCost | undefined;
}

const daysBefore = (now: Date, days: number): AuditContext => ({
  actor,
  now: new Date(now.getTime() - days * 86_400_000),
});

/** Adds missing people: an earlier version had fewer. */
async function addPeople({ db, now, cost }: DemoContext): Promise<void> {
  const audit = daysBefore(now, JOINED_DAYS_AGO);
  // All have the same public password, and hashing is slow by design.
  const passwordHash = await hashPassword(demoPassword, cost ?? passwordCost);
  await Promise.all(
    demoPeople.map(async ({ email, name, flags, practices: practiceIds }) => {
      if (await findPersonByEmail(db, email)) return;
      const person = await addPerson(db, { email, name, flags, passwordHash }, audit);
      for (const practiceId of practiceIds) await setMembership(db, { person, practiceId }, true, audit);
    }),
  );
}

const steps: readonly { name: string; run(context: DemoContext): Promise<void> }[] = [
  { name: '001-named-practices', run: ({ db, now }) => addNamedPractices(db, daysBefore(now, JOINED_DAYS_AGO)) },
  { name: '002-people', run: addPeople },
  {
    name: '003-providers-and-hours',
    run: ({ db, now }) => fillNamedPractices(db, daysBefore(now, HOURS_SET_DAYS_AGO)),
  },
  { name: '004-clinics', run: ({ db }) => addClinics(db) },
  {
    name: '005-settings-and-roles',
    async run({ db, now }) {
      await saveDemoSettings(db, now.toISOString().slice(0, 10), daysBefore(now, SETTINGS_SAVED_DAYS_AGO));
      await giveRoles(db, daysBefore(now, SETTINGS_SAVED_DAYS_AGO));
      await addSyncHistory(db, daysBefore(now, 0));
    },
  },
  { name: '006-appointments', run: ({ db, now }) => addAppointments(db, daysBefore(now, 0)) },
  {
    name: '007-corrected-hours',
    async run({ db, now }) {
      const audit = daysBefore(now, 1);
      const manager = await findPersonByEmail(db, 'manager@bright-smiles.example');
      const person: Actor | undefined = manager && { kind: 'person', id: manager.id, name: manager.name };
      await correctHours(db, { ...audit, actor: person ?? audit.actor });
    },
  },
  // Step 008 is billing, whose data is in the sandbox (demo-billing.ts).
  { name: '009-features', run: ({ db, now }) => addMissingFeatures(db, daysBefore(now, JOINED_DAYS_AGO).now) },
  {
    name: '010-owners',
    async run(context) {
      await addPeople(context);
      await giveLaterRoles(context.db, daysBefore(context.now, SETTINGS_SAVED_DAYS_AGO));
    },
  },
  {
    name: '011-billing-right',
    run: ({ db, now }) => giveBillingRight(db, daysBefore(now, SETTINGS_SAVED_DAYS_AGO)),
  },
];

/** The demo's password is intentionally public, and contains the console's name. No sign-in requires changing it. */
async function acceptDemoPassword(db: Db): Promise<void> {
  const addresses = demoPeople.map(({ email }) => email);
  await db
    .updateTable('people')
    .set({ password_rule: PASSWORD_RULE })
    .where('email', 'in', addresses)
    .where((by) => by.or([by('password_rule', 'is', null), by('password_rule', '<', PASSWORD_RULE)]))
    .execute();
}

/** True for a database that contains data from outside the demo. The demo is never mixed with it. */
async function holdsOtherData(db: Db): Promise<boolean> {
  if (await db.selectFrom('demo_steps').select('name').limit(1).executeTakeFirst()) return false;
  const [practice, person] = await Promise.all([
    db.selectFrom('practices').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('people').select('id').limit(1).executeTakeFirst(),
  ]);
  return practice !== undefined || person !== undefined;
}

/**
 * Runs the missing steps, each in its own transaction.
 *
 * @param options `practices`: the total number of practices; `cost` of the passwords' hashes; `signal` ends it after
 *   the current step
 * @returns false when the database contains other data, and nothing was done
 */
export async function seedDemo(
  db: Db,
  options: { practices: number; now: Date; cost?: PasswordCost; signal?: AbortSignal },
): Promise<boolean> {
  if (await holdsOtherData(db)) return false;
  for (const step of steps) {
    options.signal?.throwIfAborted();
    await inTransaction(db, async (transaction) => {
      await withoutTimeLimits(transaction);
      // The row is the step's lock: a second replica waits for the first one's commit and then skips the step.
      const mark = await transaction
        .insertInto('demo_steps')
        .values({ name: step.name })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (mark.numInsertedOrUpdatedRows === 0n) return;
      await step.run({ db: transaction, now: options.now, cost: options.cost });
    });
  }
  await addGeneratedPractices(db, options.practices, options.now, options.signal);
  await acceptDemoPassword(db);
  return true;
}
