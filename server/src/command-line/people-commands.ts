import { randomBytes } from 'node:crypto';
import type { MembershipRole } from '../database/tables.js';
import { type FlagName, flagNames, listPeople, membershipRoles } from '../people/people-repository.js';
import {
  addPerson,
  endSessions,
  personByEmail,
  setFlags,
  setMembership,
  setPassword,
  setRole,
} from '../people/people-service.js';
import { practiceNumber } from './practice-number.js';
import { type Command, type CommandInput, type Here, type TypedWords, UsageError, table } from './run.js';

const passwordOption = {
  'password-stdin': { type: 'boolean' as const, summary: 'read the password from standard input; else one is made' },
};

async function gatherPassword({ options }: TypedWords, here: Here): Promise<string | undefined> {
  return options['password-stdin'] === true ? here.stdin() : undefined;
}

/** The password from standard input, or a new one, which is shown once. */
function passwordFor({ given, io }: CommandInput): { password: string; show(): void } {
  if (given !== undefined) return { password: given, show: () => undefined };
  const password = randomBytes(12).toString('base64url');
  return { password, show: () => io.out(`Password (shown only now): ${password}`) };
}

function flagOf(text: string): FlagName {
  const flag = flagNames.find((name) => name === text);
  if (!flag) throw new UsageError(`There is no flag "${text}". The flags are ${flagNames.join(', ')}.`);
  return flag;
}

function roleNamed(text: string): MembershipRole {
  const role = membershipRoles.find((name) => name === text);
  if (!role) throw new UsageError(`There is no role "${text}". The roles are ${membershipRoles.join(', ')}.`);
  return role;
}

async function changeFlag({ db, args, doing, io }: CommandInput, value: boolean): Promise<void> {
  const flag = flagOf(args['flag'] ?? '');
  const person = await personByEmail(db, args['email'] ?? '');
  const changed = await setFlags(db, person, { [flag]: value }, doing);
  io.out(`${person.email} ${value ? 'has' : 'does not have'} ${flag}${changed ? '' : ' (nothing had to be changed)'}`);
}

async function changeMembership({ db, args, doing, io }: CommandInput, member: boolean): Promise<void> {
  const practice = practiceNumber(args['practice'] ?? '');
  const person = await personByEmail(db, args['email'] ?? '');
  const changed = await setMembership(db, person, practice, member, doing);
  const said = `${person.email} is ${member ? 'a' : 'no'} member of practice ${practice}`;
  io.out(`${said}${changed ? '' : ' (nothing had to be changed)'}`);
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
      const { db, args, options, doing, io } = input;
      const person = { email: args['email'] ?? '', name: args['name'] ?? '' };
      const { password, show } = passwordFor(input);
      const added = await addPerson(db, options['no-password'] === true ? person : { ...person, password }, doing);
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
      const account = ({ password_hash: hash }: (typeof people)[number]): string =>
        hash === null ? 'no password' : '';
      table(people.map((person) => [person.email, person.name, flagsOf(person), account(person)])).forEach(io.out);
    },
  },
  {
    usage: 'person password <email>',
    summary: "set a new password and end the person's sessions",
    options: passwordOption,
    gather: gatherPassword,
    async run(input) {
      const { password, show } = passwordFor(input);
      await setPassword(input.db, input.args['email'] ?? '', password, input.doing);
      input.io.out('The password is set; sessions have ended.');
      show();
    },
  },
  {
    usage: 'person flag <email> <flag>',
    summary: `set a global flag: ${flagNames.join(', ')}`,
    run: (input) => changeFlag(input, true),
  },
  {
    usage: 'person unflag <email> <flag>',
    summary: 'lift a global flag',
    run: (input) => changeFlag(input, false),
  },
  {
    usage: 'member add <email> <practice>',
    summary: 'make a person a member of a practice',
    run: (input) => changeMembership(input, true),
  },
  {
    usage: 'member remove <email> <practice>',
    summary: 'end a membership',
    run: (input) => changeMembership(input, false),
  },
  {
    usage: 'member role <email> <practice> <role>',
    summary: `say what a member is in the practice: ${membershipRoles.join(', ')}`,
    async run({ db, args, doing, io }) {
      const role = roleNamed(args['role'] ?? '');
      const practice = practiceNumber(args['practice'] ?? '');
      const person = await personByEmail(db, args['email'] ?? '');
      const changed = await setRole(db, person, practice, role, doing);
      const said = `${person.email} is ${role} of practice ${practice}`;
      io.out(`${said}${changed ? '' : ' (nothing had to be changed)'}`);
    },
  },
  {
    usage: 'session end <email>',
    summary: 'sign a person out everywhere',
    async run({ db, args, doing, io }) {
      const email = args['email'] ?? '';
      io.out(`${await endSessions(db, email, doing)} session(s) of ${email} have ended.`);
    },
  },
];
