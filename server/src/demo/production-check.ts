import type { Config } from '../platform/config/config.js';
import { ConfigError } from '../platform/config/config.js';
import type { Db } from '../platform/database/tables.js';
import { demoPeople } from './demo-people.js';

/**
 * The password of the demo's people is public.
 *
 * @throws ConfigError in production while the database contains any of them
 */
export async function assertNoDemoPeople(
  db: Db,
  config: Pick<Config, 'production' | 'allowDemoPeople'>,
): Promise<void> {
  if (!config.production || config.allowDemoPeople) return;
  const rows = await db
    .selectFrom('people')
    .select('email')
    .where(
      'email',
      'in',
      demoPeople.map(({ email }) => email),
    )
    .orderBy('email')
    .execute();
  if (rows.length === 0) return;
  throw new ConfigError(
    `This database contains ${rows.length} demo people, whose password is public, e.g. ${rows[0]?.email}. Use a new ` +
      'database for production, or set ALLOW_DEMO_PEOPLE=1 after giving each of them another password.',
  );
}
