import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { useAgentToken } from '../agents/agent-tokens.js';
import { passwordMatches } from '../people/password.js';
import { findMembership, listMembershipsOf } from '../members/members-repository.js';
import { findPersonByEmail } from '../people/people-repository.js';
import { beginCanary } from '../modules/canaries.js';
import { promote, publish } from '../modules/release-service.js';
import { aDeclaration, anUpload } from '../testing/a-build.js';
import { describeOnEveryEngine } from '../testing/engines.js';
import { aPerson, aPractice, doing, signedIn, testServer } from '../testing/test-server.js';
import { commands } from './commands.js';
import { type Here, type TypedCommand, carryOut, runCommandLine } from './run.js';

describeOnEveryEngine('the command line', (database) => {
  let said: string[];
  let count = 0;
  beforeEach(() => {
    said = [];
    count += 1;
  });

  const run = async (line: readonly string[], stdin = '') => {
    const write = (text: string): void => void said.push(text);
    const here: Here = {
      out: write,
      error: write,
      stdin: () => Promise.resolve(stdin),
      readFile: (file) => readFile(file, 'utf8'),
    };
    const execute = (typed: TypedCommand) => carryOut(typed, commands, database().db, here);
    return { code: await runCommandLine(line, commands, here, execute), said: said.join('\n') };
  };
  const db = () => database().db;
  const email = () => `kim${count}@clinic.example`;
  const actions = async () =>
    (await db().selectFrom('audit_log').select('action').where('actor_name', '=', 'command line').execute()).map(
      (row) => row.action,
    );

  it('adds a person with the password from standard input', async () => {
    const { code, said: text } = await run(
      ['person', 'add', email(), 'Kim Osei', '--password-stdin'],
      'a good long password',
    );
    expect([code, text]).toEqual([0, `Added ${email()}`]);
    const person = await findPersonByEmail(db(), email());
    expect(await passwordMatches('a good long password', person?.password_hash ?? '')).toBe(true);
    expect(await actions()).toContain('person.add');
  });

  it('issues, lists and revokes tokens of agents', async () => {
    const practice = await aPractice(db());
    const { code, said: token } = await run(['token', 'issue-agent', String(practice), 'Server room']);
    expect([code, token]).toEqual([0, expect.stringMatching(/^pcat_[\w-]{43}$/)]);
    expect(await useAgentToken(db(), token, new Date())).toMatchObject({ practice_id: practice });
    said = [];
    expect((await run(['token', 'list-agents'])).said).toContain(`${token.slice(0, 11)}…`);
    expect((await run(['token', 'revoke-agent', token.slice(0, 11)])).code).toBe(0);
    expect(await useAgentToken(db(), token, new Date())).toBeUndefined();
    expect((await run(['token', 'revoke-agent', token.slice(0, 11)])).code).toBe(1);
    expect((await run(['token', 'issue-agent', '99999', 'x'])).code).toBe(1);
    expect((await run(['token', 'issue-agent', 'one', 'x'])).code).toBe(2);
    expect(await actions()).toEqual(expect.arrayContaining(['agent_token.issue', 'agent_token.revoke']));
  });

  it('gives members their roles, and refuses what is none', async () => {
    const practice = await aPractice(db());
    const person = await aPerson(db(), { practices: [practice] });
    const role = (name: string) => run(['member', 'role', person.email, String(practice), name]);
    expect(await role('manager')).toEqual({ code: 0, said: `${person.email} is manager of practice ${practice}` });
    expect(await findMembership(db(), practice, person.id)).toEqual({ role: 'manager', rights: null });
    said = [];
    expect((await role('manager')).said).toContain('nothing had to be changed');
    expect((await role('king')).code).toBe(2);
    const stranger = await aPerson(db());
    expect((await run(['member', 'role', stranger.email, String(practice), 'owner'])).code).toBe(1);
    expect(await actions()).toContain('members.update');
  });

  it('makes a password and shows it once where none is given', async () => {
    const { said: text } = await run(['person', 'add', email(), 'Kim Osei']);
    const [, password = ''] = /Password \(shown only now\): (\S{16})$/.exec(text) ?? [];
    const person = await findPersonByEmail(db(), email());
    expect(await passwordMatches(password, person?.password_hash ?? '')).toBe(true);
    const made = await run(['person', 'password', email()]);
    expect(made.said).toContain('sessions have ended');
    const after = await findPersonByEmail(db(), email());
    expect(await passwordMatches(password, after?.password_hash ?? '')).toBe(false);
  });

  it('adds a person whom the identity provider alone signs in', async () => {
    await run(['person', 'add', email(), 'Kim Osei', '--no-password']);
    expect((await findPersonByEmail(db(), email()))?.password_hash).toBeNull();
    expect(said.join('\n')).not.toContain('Password');
  });

  it.each<[string, string[], string]>([
    ['an address that is none', ['person', 'add', 'kim', 'Kim'], '"kim" is not an e-mail address.'],
    [
      'a short password',
      ['person', 'add', 'short@clinic.example', 'Kim', '--password-stdin'],
      'at least 10 characters',
    ],
    [
      'an unknown person',
      ['person', 'flag', 'none@clinic.example', 'internal'],
      'There is no person none@clinic.example.',
    ],
    ['an unknown practice', ['member', 'add', 'person', '99999'], 'There is no practice 99999.'],
    [
      'a token for a module that is not granted',
      ['token', 'issue', 'mf-none', 'CI'],
      'There is no module mf-none. Grant it first.',
    ],
  ])('refuses %s in words, with exit code 1', async (_what, line, words) => {
    const person = await aPerson(db());
    const refused = await run(
      line.map((word) => (word === 'person' && line[0] === 'member' ? person.email : word)),
      'short',
    );
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(words);
  });

  it.each<[string, string[], string]>([
    ['a word that it does not know', ['persn', 'add'], 'There is no command "persn add".'],
    ['too few words', ['person', 'add', 'a@b.example'], 'Type: person add <email> <name>'],
    ['an option that is none', ['person', 'list', '--all'], "Unknown option '--all'"],
    ['a flag that is none', ['person', 'flag', 'a@b.example', 'boss'], 'There is no flag "boss".'],
    ['a practice that is no number', ['member', 'add', 'a@b.example', 'one'], '"one" is not the number of a practice.'],
    ['a file that is none', ['module', 'grant', '/no/such/module.json'], '/no/such/module.json cannot be read'],
  ])('shows the usage for %s, with exit code 2', async (_what, line, words) => {
    const { code, said: text } = await run(line);
    expect(code).toBe(2);
    expect(text).toContain(words);
    expect(text).toContain('Usage: npm run console -- <command>');
  });

  it('sets and lifts flags, and says when nothing had to be changed', async () => {
    const person = await aPerson(db());
    expect((await run(['person', 'flag', person.email, 'task_admin'])).said).toBe(`${person.email} has task_admin`);
    expect((await run(['person', 'flag', person.email, 'task_admin'])).said).toContain('nothing had to be changed');
    expect((await findPersonByEmail(db(), person.email))?.task_admin).toBe(true);
    await run(['person', 'unflag', person.email, 'task_admin']);
    expect((await findPersonByEmail(db(), person.email))?.task_admin).toBe(false);
  });

  it('adds practices and memberships, and ends them', async () => {
    const person = await aPerson(db());
    const { said: id } = await run([
      'practice',
      'add',
      'Corner Dental',
      '--time-zone',
      'America/Denver',
      '--pms',
      'dentrix',
    ]);
    expect(id).toMatch(/^\d+$/);
    await run(['member', 'add', person.email, id]);
    expect(await listMembershipsOf(db(), person.id)).toEqual([Number(id)]);
    await run(['member', 'remove', person.email, id]);
    expect(await listMembershipsOf(db(), person.id)).toEqual([]);
    said = [];
    expect((await run(['practice', 'list', '--search', 'corner'])).said).toContain(
      'Corner Dental  America/Denver  dentrix',
    );
  });

  it('chooses the rights of a member, shows them, and resets them with another role', async () => {
    const practice = String(await aPractice(db()));
    const person = await aPerson(db(), { practices: [Number(practice)] });
    const { email: address } = person;
    const rights = async (text: string) => {
      said = [];
      return run(['member', 'rights', address, practice, text]);
    };
    const has = `${address} has these rights in practice ${practice}: `;
    expect(await rights('billing,hours')).toEqual({ code: 0, said: `${has}billing.read, billing, hours` });
    expect((await rights('hours,billing')).said).toContain('nothing had to be changed');
    said = [];
    expect((await run(['member', 'list', practice])).said).toMatch(
      new RegExp(`^${address} +Robin Test +staff +billing.read, billing, hours +chosen$`),
    );
    expect((await rights('none')).said).toBe(`${has}none`);
    expect((await rights('members')).code).toBe(2);
    await run(['member', 'role', address, practice, 'manager']);
    expect(await findMembership(db(), Number(practice), person.id)).toEqual({ role: 'manager', rights: null });
    await rights('hours');
    expect((await rights('role')).said).toBe(`${has}billing.read, billing, settings, communication, hours`);
  });

  it('leaves a practice its last owner', async () => {
    const practice = String(await aPractice(db()));
    const { email: address } = await aPerson(db(), { practices: [Number(practice)], role: 'owner' });
    expect(await run(['member', 'remove', address, practice])).toEqual({
      code: 1,
      said: 'A practice needs at least one owner. Make somebody else an owner first.',
    });
    expect((await run(['member', 'role', address, practice, 'staff'])).code).toBe(1);
    expect((await run(['member', 'rights', address, practice, 'hours'])).code).toBe(1);
  });

  it('signs a person out everywhere', async () => {
    const server = await testServer(database());
    const person = await aPerson(db());
    const caller = await signedIn(server, person);
    expect((await run(['session', 'end', person.email])).said).toContain('1 session(s)');
    expect((await server.call(caller, 'GET', '/api/session/')).statusCode).toBe(401);
    await server.close();
  });

  it('grants a module, issues, lists and revokes its tokens', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'console-grant-'));
    const file = path.join(folder, 'module.json');
    const name = `mf-typed${count}`;
    await writeFile(file, JSON.stringify(aDeclaration(name)));
    expect((await run(['module', 'grant', file])).said).toContain(`${name} is now granted to clinic people`);
    expect((await run(['module', 'grant', file])).said).toContain('was already granted');
    said = [];
    const { said: token } = await run(['token', 'issue', name, 'CI of hours']);
    expect(token).toMatch(/^pcdt_[\w-]{43}$/);
    const listed = (await run(['token', 'list'])).said.replace(token, '');
    expect(listed).toContain(`${token.slice(0, 11)}…  ${name}`);
    expect(listed).not.toContain(token.slice(0, 20));
    expect((await run(['token', 'revoke', `${token.slice(0, 11)}…`])).said).toContain('is revoked');
    for (const version of ['1.0.0', '1.1.0']) await publish(db(), name, anUpload(aDeclaration(name), version), doing());
    await promote(db(), { module: name, version: '1.0.0' }, undefined, doing());
    await beginCanary(db(), { module: name, version: '1.1.0', percent: 10 }, undefined, doing());
    expect((await run(['module', 'list'])).said).toMatch(new RegExp(`${name} +clinic +1.0.0 +canary 1.1.0 for 10 %`));
    expect((await run(['module', 'prune'])).said).toContain('0 version(s) pruned.');
  });

  it('lists people with their flags', async () => {
    const person = await aPerson(db(), { flags: { internal: true, developer: true } });
    const line = (await run(['person', 'list'])).said.split('\n').find((text) => text.startsWith(person.email));
    expect(line).toMatch(/Robin Test\s+internal, developer$/);
  });
});

describe('the usage', () => {
  it('is shown on request, without a database', async () => {
    const said: string[] = [];
    const nothing = () => Promise.resolve('');
    const here = {
      out: (line: string) => void said.push(line),
      error: () => undefined,
      stdin: nothing,
      readFile: nothing,
    };
    const noDatabase = () => Promise.reject(new Error('the database was opened'));
    expect(await runCommandLine(['--help'], commands, here, noDatabase)).toBe(0);
    for (const command of commands) expect(said.join('\n')).toContain(command.usage);
  });
});
