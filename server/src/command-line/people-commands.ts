import { randomBytes } from 'node:crypto';
import { type GrantableRight, type MemberRole, grantableRights, memberRoles } from 'shared-api/contracts';
import { accountLinkAddress } from 'shared-api/contracts/account-links';
import { createLink, SHOWN_LINK_MS } from '../access/accounts/account-links.js';
import { proveAddress } from '../access/accounts/prove-address.js';
import { resetSecondFactors } from '../access/accounts/second-factors-service.js';
import { inTransaction } from '../platform/database/transaction.js';
import { listMembers, setMembership, setRole } from '../access/members/members-service.js';
import { deactivatePerson, reactivatePerson } from '../access/people/deactivation.js';
import { type FlagName, flagNames, listPeople } from '../access/people/people-repository.js';
import { addPerson, endSessions, personByEmail, setFlags, setPassword } from '../access/people/people-service.js';
import { unlinkIdentities } from '../access/people/unlink-identities.js';
import { practiceNumber } from './practice-number.js';
import { type Command, type CommandInput, type CliIO, type ParsedArguments, formatTable } from './run.js';
import { UsageError } from './usage-error.js';

const passwordOption = {
  'password-stdin': {
    type: 'boolean' as const,
    summary: 'read the password from standard input; without it, one is generated',
  },
};

async function gatherPassword({ options }: ParsedArguments, here: CliIO): Promise<string | undefined> {
  return options['password-stdin'] === true ? here.stdin() : undefined;
}

/** The password from standard input, or a new one, which is printed only once. */
function passwordFor({ given, io }: CommandInput): { password: string; show(): void } {
  if (given !== undefined) return { password: given, show: () => undefined };
  const password = randomBytes(12).toString('base64url');
  return { password, show: () => io.out(`Password (shown only now): ${password}`) };
}

function flagOf(text: string): FlagName {
  const flag = flagNames.find((name) => name === text);
  if (!flag) throw new UsageError(`Unknown flag "${text}". Use one of: ${flagNames.join(', ')}.`);
  return flag;
}

function roleNamed(text: string): MemberRole {
  const role = memberRoles.find((name) => name === text);
  if (!role) throw new UsageError(`Unknown role "${text}". Use one of: ${memberRoles.join(', ')}.`);
  return role;
}

/** `role` for the role's rights, `none`, or names separated by commas. */
function rightsNamed(text: string): GrantableRight[] | null {
  if (text === 'role') return null;
  if (text === 'none') return [];
  return text.split(',').map((name) => {
    const right = grantableRights.find((one) => one === name.trim());
    if (!right) {
      throw new UsageError(`Unknown right "${name}". Use one of: ${grantableRights.join(', ')}; or role, or none.`);
    }
    return right;
  });
}

const rightsText = (rights: readonly string[] = []): string => (rights.length === 0 ? 'none' : rights.join(', '));

async function changeFlag({ db, proofWays, args, audit, io }: CommandInput, value: boolean): Promise<void> {
  const flag = flagOf(args['flag'] ?? '');
  const person = await personByEmail(db, args['email'] ?? '');
  const changed = await setFlags(db, person, { [flag]: value }, audit, proofWays);
  io.out(`${person.email} ${value ? 'has' : 'does not have'} ${flag}${changed ? '' : ' (no change needed)'}`);
}

async function changeMembership({ db, proofWays, args, audit, io }: CommandInput, member: boolean): Promise<void> {
  const practiceId = practiceNumber(args['practice'] ?? '');
  const person = await personByEmail(db, args['email'] ?? '');
  const changed = await setMembership(db, { person, practiceId }, member, audit, { proofWays });
  const message = `${person.email} is ${member ? 'a' : 'no'} member of practice ${practiceId}`;
  io.out(`${message}${changed ? '' : ' (no change needed)'}`);
}

export const peopleCommands: readonly Command[] = [
  {
    usage: 'person add <email> <name>',
    summary: 'add a person with a local account',
    options: {
      ...passwordOption,
      'no-password': { type: 'boolean', summary: 'signs in through the identity provider only' },
    },
    gather: gatherPassword,
    async run(input) {
      const { db, hashing, args, options, audit, io } = input;
      const person = { email: args['email'] ?? '', name: args['name'] ?? '' };
      const { password, show } = passwordFor(input);
      const added = await addPerson(
        db,
        options['no-password'] === true ? person : { ...person, password },
        audit,
        hashing,
      );
      io.out(`Added ${added.email}`);
      if (options['no-password'] !== true) show();
    },
  },
  {
    usage: 'person list',
    summary: 'list people and their flags',
    async run({ db, io }) {
      const people = await listPeople(db);
      const flagsOf = (person: (typeof people)[number]): string => flagNames.filter((flag) => person[flag]).join(', ');
      const account = ({ password_hash: hash, deactivated_at: at }: (typeof people)[number]): string =>
        [...(hash === null ? ['no password'] : []), ...(at === null ? [] : ['deactivated'])].join(', ');
      formatTable(people.map((person) => [person.email, person.name, flagsOf(person), account(person)])).forEach(
        io.out,
      );
    },
  },
  {
    usage: 'person password <email>',
    summary: "set a new password and end the person's sessions",
    options: passwordOption,
    gather: gatherPassword,
    async run(input) {
      const { password, show } = passwordFor(input);
      await setPassword(input.db, input.args['email'] ?? '', password, input.audit, input.hashing);
      input.io.out('Password set. All sessions ended.');
      show();
    },
  },
  {
    usage: 'person deactivate <email>',
    summary: 'end all sessions of a person, who can’t sign in until they are reactivated',
    async run({ db, args, audit, io }) {
      const person = await personByEmail(db, args['email'] ?? '');
      const changed = await deactivatePerson(db, person, undefined, audit);
      io.out(`${person.email} is deactivated${changed ? '' : ' (no change needed)'}`);
    },
  },
  {
    usage: 'person reactivate <email>',
    summary: 'let a deactivated person sign in again',
    async run({ db, args, audit, io }) {
      const person = await personByEmail(db, args['email'] ?? '');
      const changed = await reactivatePerson(db, person, audit);
      io.out(`${person.email} is active${changed ? '' : ' (no change needed)'}`);
    },
  },
  {
    usage: 'person reset-link <email>',
    summary: 'make a link with which the person sets a password; it works once, for 24 hours',
    async run({ db, args, audit, io }) {
      const token = await inTransaction(db, async (transaction) => {
        const named = await personByEmail(transaction, args['email'] ?? '');
        // Only the operator knows the link, which locks out anyone who prepared the account.
        const person = (await proveAddress(transaction, named.id, audit)) ?? named;
        return createLink(transaction, person, SHOWN_LINK_MS, audit);
      });
      io.out(`Link (shown only now), below the console's address: ${accountLinkAddress(token)}`);
    },
  },
  {
    usage: 'person flag <email> <flag>',
    summary: `set a global flag: ${flagNames.join(', ')}`,
    run: (input) => changeFlag(input, true),
  },
  {
    usage: 'person unflag <email> <flag>',
    summary: 'remove a global flag',
    run: (input) => changeFlag(input, false),
  },
  {
    usage: 'member add <email> <practice>',
    summary: 'add a person to a practice',
    run: (input) => changeMembership(input, true),
  },
  {
    usage: 'member remove <email> <practice>',
    summary: 'remove a person from a practice',
    run: (input) => changeMembership(input, false),
  },
  {
    usage: 'member role <email> <practice> <role>',
    summary: `set the role of a member: ${memberRoles.join(', ')}`,
    async run({ db, args, audit, io }) {
      const role = roleNamed(args['role'] ?? '');
      const practiceId = practiceNumber(args['practice'] ?? '');
      const person = await personByEmail(db, args['email'] ?? '');
      const changed = await setRole(db, { person, practiceId }, { role }, audit);
      const message = `${person.email} is ${role} of practice ${practiceId}`;
      io.out(`${message}${changed ? '' : ' (no change needed)'}`);
    },
  },
  {
    usage: 'member rights <email> <practice> <rights>',
    summary: `set the rights of a member: "role" for those of the role, "none", or some of ${grantableRights.join(',')}`,
    async run({ db, args, audit, io }) {
      const rights = rightsNamed(args['rights'] ?? '');
      const practiceId = practiceNumber(args['practice'] ?? '');
      const person = await personByEmail(db, args['email'] ?? '');
      const changed = await setRole(db, { person, practiceId }, { rights }, audit);
      const member = (await listMembers(db, practiceId, audit.now)).find((one) => one.user_id === person.id);
      const message = `${person.email} has these rights in practice ${practiceId}: ${rightsText(member?.rights)}`;
      io.out(`${message}${changed ? '' : ' (no change needed)'}`);
    },
  },
  {
    usage: 'member list <practice>',
    summary: 'list the members of a practice with their roles and rights',
    async run({ db, args, audit, io }) {
      const members = await listMembers(db, practiceNumber(args['practice'] ?? ''), audit.now);
      const rows = members.map(({ email, name, role, rights, has_own_rights: hasOwn, state }) => [
        email,
        name,
        role,
        rightsText(rights),
        [hasOwn ? ['chosen'] : [], state === 'active' ? [] : [state]].flat().join(', '),
      ]);
      formatTable(rows).forEach(io.out);
    },
  },
  {
    usage: 'person reset-second-factor <email>',
    summary: 'remove the second factors of a person who has lost them, and end their sessions',
    async run({ db, args, audit, io }) {
      const person = await personByEmail(db, args['email'] ?? '');
      const ended = await resetSecondFactors(db, person, audit);
      io.out(`${person.email} has no second factor now. ${ended} session(s) have ended.`);
    },
  },
  {
    usage: 'person unlink <email>',
    summary: 'end the link with the identity provider, which knows the person by another subject now, and all sessions',
    async run({ db, args, audit, io }) {
      const person = await personByEmail(db, args['email'] ?? '');
      const changed = await unlinkIdentities(db, person, audit);
      io.out(`${person.email} is not linked to an identity provider${changed ? ' anymore' : ' (no change needed)'}`);
    },
  },
  {
    usage: 'session end <email>',
    summary: 'sign a person out everywhere',
    async run({ db, args, audit, io }) {
      const email = args['email'] ?? '';
      io.out(`${await endSessions(db, email, audit)} session(s) of ${email} have ended.`);
    },
  },
];
