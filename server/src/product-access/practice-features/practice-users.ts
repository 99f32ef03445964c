import type { PracticeUser } from 'shared-api/contracts';
import type { Db } from '../../platform/database/tables.js';

/** Members with access to a practice, sorted by name. */
export async function listPracticeUsers(db: Db, practiceId: number): Promise<PracticeUser[]> {
  const rows = await db
    .selectFrom('active_memberships')
    .innerJoin('people', 'people.id', 'active_memberships.person_id')
    .select(['people.id', 'people.name', 'people.email', 'active_memberships.role'])
    .where('active_memberships.practice_id', '=', practiceId)
    .orderBy('people.name')
    .orderBy('people.id')
    .execute();
  return rows.map(({ id, name, email, role }) => ({ user_id: id, name, email, roles: [role] }));
}
