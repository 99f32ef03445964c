/** A practice that invites people, with the calls of both sides. */
import type { AnswerOf, addMember, GrantableRight, Member, MemberRole } from 'shared-api/contracts';
import { listMembersOf } from '../members-repository.js';
import { findPersonByEmail, type Person } from '../../people/people-repository.js';
import {
  anonymousCaller,
  type Caller,
  createTestPerson,
  createTestPractice,
  signedIn,
  type TestServer,
} from '../../../testing/test-server.js';

export const NEW_PASSWORD = 'violet harbour tractor nineteen';
export const DAY_MS = 86_400_000;

export type AddedMember = AnswerOf<typeof addMember>;

let counted = 0;
export const newAddress = (): string => `invited-${Date.now()}-${(counted += 1)}@test.example`;

/** Calls to one console, by its owner by default. */
export function callsOf(server: TestServer, practiceId: number, asOwner: Caller) {
  const base = `/api/${practiceId}/members/`;
  const invite = (
    email: string,
    { name = 'Ina Invited', role = 'staff', rights = null }: NewMember = {},
    caller = asOwner,
    practice = practiceId,
  ) => server.call(caller, 'POST', `/api/${practice}/members/`, { email, name, role, rights });
  /** The person's id in the list of members. */
  const listedId = async ({ id }: Person, practice = practiceId): Promise<string> => {
    const row = (await listMembersOf(server.db, practice)).find((member) => member.id === id);
    return row?.invitedAt ? row.invitationId : id;
  };
  const post = (path: string, body: object) => server.call(anonymousCaller, 'POST', `/api/session/${path}`, body);
  return {
    invite,
    /** The token of the link that is shown. */
    invitedWithLink: async (email: string, newMember: NewMember = {}): Promise<string> => {
      const response = await invite(email, newMember);
      return response.json<AddedMember>().invitation?.link_path?.split('#')[1] ?? '';
    },
    listedId,
    again: async (person: Person, caller = asOwner, practice = practiceId) =>
      server.call(caller, 'POST', `/api/${practice}/members/${await listedId(person, practice)}/invitation/`),
    accept: (caller: Caller, practice = practiceId) =>
      server.call(caller, 'POST', `/api/account/invitations/${practice}/`),
    decline: (caller: Caller, practice = practiceId) =>
      server.call(caller, 'DELETE', `/api/account/invitations/${practice}/`),
    remove: async (person: Person) => server.call(asOwner, 'DELETE', `${base}${await listedId(person)}/`),
    deactivate: async (person: Person) =>
      server.call(asOwner, 'POST', `${base}${await listedId(person)}/deactivation/`),
    members: async () => (await server.call(asOwner, 'GET', base)).json<{ members: Member[] }>().members,
    /** The status of reading the practice. */
    practiceOf: async (caller: Caller, id = practiceId) =>
      (await server.call(caller, 'GET', `/api/practices/${id}/`)).statusCode,
    read: (token: string) => post('account-link/', { token }),
    use: (token: string, password = NEW_PASSWORD) => post('account-link/use/', { token, password }),
    signIn: (email: string, password = NEW_PASSWORD) => post('', { email, password }),
    later: (ms: number): void => {
      server.clock.now = new Date(server.clock.now.getTime() + ms);
    },
    person: async (email: string): Promise<Person> => {
      const person = await findPersonByEmail(server.db, email);
      if (!person) throw new Error(`Nobody has the address ${email}`);
      return person;
    },
    audit: async (person: Person) => {
      const rows = await server.db
        .selectFrom('audit_log')
        .select(['action', 'practice_id', 'actor_name', 'before', 'after'])
        .where('entity_id', '=', person.id)
        .orderBy('at')
        .orderBy('sequence')
        .execute();
      return rows.map((row) => ({ ...row, after: row.after as Record<string, unknown> | null }));
    },
  };
}

export interface NewMember {
  name?: string;
  role?: MemberRole;
  rights?: GrantableRight[] | null;
}

/**
 * A practice with a signed-in owner, and its members' calls.
 * @param server whose count of sign-in attempts is reset
 */
export async function practiceWithOwner(server: TestServer) {
  await server.db.deleteFrom('sign_in_attempts').execute();
  const practiceId = await createTestPractice(server.db, { name: 'Bright Smiles', providers: [] });
  const owner = await createTestPerson(server.db, { practices: [practiceId], role: 'owner', name: 'Olivia Owner' });
  const asOwner = await signedIn(server, owner);
  return { practiceId, owner, asOwner, calls: callsOf(server, practiceId, asOwner) };
}

export type InvitationCalls = ReturnType<typeof callsOf>;
