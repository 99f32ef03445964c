import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from '@jest/globals';
import { agentTokens } from '../practices/agents/agent-tokens.js';
import { scimTokens } from '../access/scim/scim-tokens.js';
import { passwordMatches } from '../access/people/password.js';
import { findMembership, listMembershipsOf } from '../access/members/members-repository.js';
import { findPersonByEmail } from '../access/people/people-repository.js';
import { onlyByOperator } from '../access/people/proven-address.js';
import { startCanary } from '../modules/registry/canaries.js';
import { findDeployToken } from '../access/tokens/deploy-tokens.js';
import { promote, publish } from '../modules/registry/release-service.js';
import { createDeclaration, createUpload } from '../testing/module-build.js';
import { describeWithDatabase } from '../testing/engines.js';
import { temporaryFolders } from '../testing/temporary-folders.js';
import { createTestPerson, createTestPractice, testAudit, signedIn, testServer } from '../testing/test-server.js';
import { commands } from './commands.js';
import { type CliIO, type CommandRequest, executeCommand, runCommandLine } from './run.js';

const newFolder = temporaryFolders();

describeWithDatabase('command line', (database) => {
  let output: string[];
  let count = 0;
  beforeEach(() => {
    output = [];
    count += 1;
  });

  const run = async (line: readonly string[], stdin = '', operator?: string, passwordKeys: Buffer[] = []) => {
    const write = (text: string): void => void output.push(text);
    const here: CliIO = {
      operator,
      out: write,
      error: write,
      stdin: () => Promise.resolve(stdin),
      readFile: (file) => readFile(file, 'utf8'),
    };
    const execute = (typed: CommandRequest) =>
      executeCommand(typed, commands, database().db, here, { ...onlyByOperator, passwordKeys });
    return { code: await runCommandLine(line, commands, here, execute), output: output.join('\n') };
  };
  const db = () => database().db;
  const email = () => `kim${count}@clinic.example`;
  const actions = async () =>
    (await db().selectFrom('audit_log').select('action').where('actor_name', 'like', 'command line (%').execute()).map(
      (row) => row.action,
    );

  it('issues expiring agent tokens, lists their expiry, and rotates them', async () => {
    const practiceId = await createTestPractice(db());
    const { output: token } = await run(['token', 'issue-agent', String(practiceId), 'Rack', '--days', '10']);
    const shown = token.slice(0, 11);
    output = [];
    expect((await run(['token', 'list-agents'])).output).toMatch(new RegExp(`${shown}….*\\(soon: rotate it\\)`));
    output = [];
    const rotated = await run(['token', 'rotate-agent', shown, '--overlap-hours', '2', '--days', '90']);
    expect(rotated.output).toMatch(/^The former token works until .* UTC\.\npcat_[\w-]{43}$/);
    expect(await agentTokens.find(db(), token, new Date(Date.now() + 3 * 3_600_000))).toBe('expired');
    expect((await run(['token', 'rotate-agent', shown, '--overlap-hours', 'x'])).code).toBe(2);
    expect((await run(['token', 'rotate-agent', 'pcat_nobody'])).code).toBe(1);
    expect(await actions()).toContain('agent_token.rotate');
  });

  it('rotates deploy tokens: both work until the former one expires', async () => {
    const { output: token } = await run(['token', 'issue-all', 'CI']);
    output = [];
    const next = (await run(['token', 'rotate', token.slice(0, 11)])).output.split('\n')[1] ?? '';
    const kinds = async (now: Date) =>
      Promise.all([token, next].map(async (one) => (await findDeployToken(db(), one, now)).kind));
    expect(await kinds(new Date())).toEqual(['deploy-token', 'deploy-token']);
    const dayAfter = new Date(Date.now() + 25 * 3_600_000);
    expect(await kinds(dayAfter)).toEqual(['nobody', 'deploy-token']);
    expect(await kinds(dayAfter)).toEqual(['nobody', 'deploy-token']);
    const refusals = db().selectFrom('audit_log').select('entity_id').where('action', '=', 'deploy_token.refuse');
    expect(await refusals.execute()).toEqual([{ entity_id: 'all modules' }]);
    output = [];
    expect((await run(['token', 'list'])).output).toContain('(soon: rotate it)');
  });

  it('issues provisioning tokens, lists, rotates and revokes them', async () => {
    const { output: token } = await run(['token', 'issue-scim', 'Entra ID', '--days', '10']);
    const shown = token.slice(0, 11);
    output = [];
    expect((await run(['token', 'list-scim'])).output).toMatch(
      new RegExp(`${shown}….*Entra ID.*\\(soon: rotate it\\)`),
    );
    output = [];
    const rotated = await run(['token', 'rotate-scim', shown, '--overlap-hours', '2']);
    expect(rotated.output).toMatch(/^The former token works until .* UTC\.\npcst_[\w-]{43}$/);
    const next = rotated.output.split('\n')[1] ?? '';
    expect(await scimTokens.find(db(), token, new Date())).toMatchObject({ name: 'Entra ID' });
    output = [];
    expect((await run(['token', 'revoke-scim', next.slice(0, 11)])).output).toContain('(Entra ID) is revoked.');
    expect(await scimTokens.find(db(), next, new Date())).toBeUndefined();
    expect((await run(['token', 'revoke-scim', 'pcst_nobody'])).code).toBe(1);
  });

  it('deactivates and reactivates a person', async () => {
    await run(['person', 'add', email(), 'Kim Osei', '--no-password']);
    output = [];
    expect((await run(['person', 'deactivate', email()])).output).toBe(`${email()} is deactivated`);
    output = [];
    expect((await run(['person', 'list'])).output).toMatch(new RegExp(`${email()}.*no password, deactivated`));
    output = [];
    expect((await run(['person', 'reactivate', email()])).output).toBe(`${email()} is active`);
    output = [];
    expect((await run(['person', 'reactivate', email()])).output).toContain('(no change needed)');
  });

  it('adds a person with the password from standard input', async () => {
    const { code, output: text } = await run(
      ['person', 'add', email(), 'Kim Osei', '--password-stdin'],
      'a good long password',
    );
    expect([code, text]).toEqual([0, `Added ${email()}`]);
    const person = await findPersonByEmail(db(), email());
    expect(await passwordMatches('a good long password', person?.password_hash ?? '')).toBe(true);
    expect(await actions()).toContain('person.add');
  });

  it('hashes passwords with the configured secret key', async () => {
    const keys = [Buffer.alloc(32, 1)];
    await run(['person', 'add', email(), 'Kim Osei', '--password-stdin'], 'a good long password', undefined, keys);
    const added = await findPersonByEmail(db(), email());
    expect(await passwordMatches('a good long password', added?.password_hash ?? '', { keys })).toBe(true);
    await run(['person', 'password', email(), '--password-stdin'], 'another good password', undefined, keys);
    const changed = await findPersonByEmail(db(), email());
    expect(changed?.password_hash).toContain(',key=');
    expect(await passwordMatches('another good password', changed?.password_hash ?? '', { keys })).toBe(true);
  });

  it.each<[string, string[], string | undefined, string]>([
    ['CONSOLE_OPERATOR', [], 'Ada Admin', 'Ada Admin'],
    ['--operator before CONSOLE_OPERATOR', ['--operator', 'Olu Night'], 'Ada Admin', 'Olu Night'],
    ['--operator=', ['--operator=Olu Night'], undefined, 'Olu Night'],
    ['the user of the operating system', [], undefined, os.userInfo().username],
  ])('records the operator from %s in the audit log', async (_what, option, configured, name) => {
    const { code } = await run(['person', ...option, 'add', email(), 'Kim Osei', '--no-password'], '', configured);
    expect(code).toBe(0);
    const person = await findPersonByEmail(db(), email());
    const entry = await db()
      .selectFrom('audit_log')
      .select(['actor_kind', 'actor_id', 'actor_name'])
      .where('entity_id', '=', person?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      actor_kind: 'system',
      actor_id: `command line: ${name}`,
      actor_name: `command line (${name})`,
    });
  });

  it.each<[string, string[]]>([
    ['no name', ['person', 'list', '--operator']],
    ['an empty name', ['person', 'list', '--operator', ' ']],
    ['a name of two lines', ['person', 'list', '--operator', 'Ada\nAdmin']],
    ['a name that is too long', ['person', 'list', '--operator', 'a'.repeat(101)]],
  ])('refuses %s for the operator', async (_what, line) => {
    expect((await run(line)).code).toBe(2);
  });

  it('issues, lists and revokes agent tokens', async () => {
    const practiceId = await createTestPractice(db());
    const { code, output: token } = await run(['token', 'issue-agent', String(practiceId), 'Server room']);
    expect([code, token]).toEqual([0, expect.stringMatching(/^pcat_[\w-]{43}$/)]);
    expect(await agentTokens.find(db(), token, new Date())).toMatchObject({ practice_id: practiceId });
    output = [];
    expect((await run(['token', 'list-agents'])).output).toContain(`${token.slice(0, 11)}…`);
    expect((await run(['token', 'revoke-agent', token.slice(0, 11)])).code).toBe(0);
    expect(await agentTokens.find(db(), token, new Date())).toBeUndefined();
    expect((await run(['token', 'revoke-agent', token.slice(0, 11)])).code).toBe(1);
    expect((await run(['token', 'issue-agent', '99999', 'x'])).code).toBe(1);
    expect((await run(['token', 'issue-agent', 'one', 'x'])).code).toBe(2);
    expect(await actions()).toEqual(expect.arrayContaining(['agent_token.issue', 'agent_token.revoke']));
  });

  it('sets the role of a member, and refuses an unknown role', async () => {
    const practiceId = await createTestPractice(db());
    const person = await createTestPerson(db(), { practices: [practiceId] });
    const role = (name: string) => run(['member', 'role', person.email, String(practiceId), name]);
    expect(await role('manager')).toEqual({ code: 0, output: `${person.email} is manager of practice ${practiceId}` });
    expect(await findMembership(db(), practiceId, person.id)).toMatchObject({ role: 'manager', rights: null });
    output = [];
    expect((await role('manager')).output).toContain('no change needed');
    expect((await role('king')).code).toBe(2);
    const stranger = await createTestPerson(db());
    expect((await run(['member', 'role', stranger.email, String(practiceId), 'owner'])).code).toBe(1);
    expect(await actions()).toContain('members.update');
  });

  it('generates a password by default, and shows it once', async () => {
    const { output: text } = await run(['person', 'add', email(), 'Kim Osei']);
    const [, password = ''] = /Password \(shown only now\): (\S{16})$/.exec(text) ?? [];
    const person = await findPersonByEmail(db(), email());
    expect(await passwordMatches(password, person?.password_hash ?? '')).toBe(true);
    const made = await run(['person', 'password', email()]);
    expect(made.output).toContain('All sessions ended');
    const after = await findPersonByEmail(db(), email());
    expect(await passwordMatches(password, after?.password_hash ?? '')).toBe(false);
  });

  it('adds a person who signs in only through the identity provider', async () => {
    await run(['person', 'add', email(), 'Kim Osei', '--no-password']);
    expect((await findPersonByEmail(db(), email()))?.password_hash).toBeNull();
    expect(output.join('\n')).not.toContain('Password');
  });

  it.each<[string, string[], string]>([
    ['an invalid address', ['person', 'add', 'kim', 'Kim'], '"kim" isn’t an email address.'],
    [
      'a short password',
      ['person', 'add', 'short@clinic.example', 'Kim', '--password-stdin'],
      'at least 12 characters',
    ],
    [
      'an unknown person',
      ['person', 'flag', 'none@clinic.example', 'internal'],
      'No account has the email address none@clinic.example.',
    ],
    ['an unknown practice', ['member', 'add', 'person', '99999'], 'Practice 99999 doesn’t exist.'],
    [
      'a token for a module that was not granted',
      ['token', 'issue', 'mf-none', 'CI'],
      'The module mf-none doesn’t exist. Grant it first.',
    ],
  ])('refuses %s with a message and exit code 1', async (_what, line, words) => {
    const person = await createTestPerson(db());
    const refused = await run(
      line.map((word) => (word === 'person' && line[0] === 'member' ? person.email : word)),
      'short',
    );
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(words);
  });

  it.each<[string, string[], string]>([
    ['an unknown command', ['persn', 'add'], 'Unknown command "persn add".'],
    ['missing arguments', ['person', 'add', 'a@b.example'], 'Type: person add <email> <name>'],
    ['an unknown option', ['person', 'list', '--all'], "Unknown option '--all'"],
    ['an unknown flag', ['person', 'flag', 'a@b.example', 'boss'], 'Unknown flag "boss".'],
    ['a practice that is not a number', ['member', 'add', 'a@b.example', 'one'], '"one" isn’t a practice number.'],
    ['a file that does not exist', ['module', 'grant', '/no/module.json'], '/no/module.json can’t be read: it doesn’t'],
    ['a folder instead of a file', ['module', 'grant', os.tmpdir()], 'can’t be read: it is a folder.'],
  ])('shows the usage for %s, with exit code 2', async (_what, line, words) => {
    const { code, output: text } = await run(line);
    expect(code).toBe(2);
    expect(text).toContain(words);
    expect(text).toContain('Usage: npm run console -- <command>');
  });

  it('describes an error in a declaration', async () => {
    const file = path.join(await newFolder('declaration-'), 'module.json');
    const granted = async (text: string) => {
      output = [];
      await writeFile(file, text);
      return run(['module', 'grant', file]);
    };
    expect((await granted('{')).output).toContain(`${file} isn’t valid JSON`);
    const { name, title, audience } = createDeclaration(`mf-wrong${count}`);
    const { code, output: text } = await granted(JSON.stringify({ name, title, audience, pages: [] }));
    expect(code).toBe(2);
    expect(text).toContain(`${file} isn’t a module’s declaration:\n  routes: Must be a list\n  pages: Unknown field\n`);
  });

  it('reports that no version of a module is stored', async () => {
    expect(await run(['module', 'versions', 'mf-none'])).toEqual({
      code: 0,
      output: 'No files of mf-none are stored.',
    });
  });

  it('sets and removes flags, and reports when nothing changes', async () => {
    const person = await createTestPerson(db());
    expect((await run(['person', 'flag', person.email, 'task_admin'])).output).toBe(`${person.email} has task_admin`);
    expect((await run(['person', 'flag', person.email, 'task_admin'])).output).toContain('no change needed');
    expect((await findPersonByEmail(db(), person.email))?.task_admin).toBe(true);
    await run(['person', 'unflag', person.email, 'task_admin']);
    expect((await findPersonByEmail(db(), person.email))?.task_admin).toBe(false);
  });

  it('adds a practice, and adds and removes a membership', async () => {
    const person = await createTestPerson(db());
    const { output: id } = await run([
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
    output = [];
    expect((await run(['practice', 'list', '--search', 'corner'])).output).toContain(
      'Corner Dental  America/Denver  dentrix',
    );
  });

  it('sets the rights of a member, lists them, and resets them with another role', async () => {
    const practice = String(await createTestPractice(db()));
    const person = await createTestPerson(db(), { practices: [Number(practice)] });
    const { email: address } = person;
    const rights = async (text: string) => {
      output = [];
      return run(['member', 'rights', address, practice, text]);
    };
    const has = `${address} has these rights in practice ${practice}: `;
    expect(await rights('billing,hours')).toEqual({ code: 0, output: `${has}billing.read, billing, hours` });
    expect((await rights('hours,billing')).output).toContain('no change needed');
    output = [];
    expect((await run(['member', 'list', practice])).output).toMatch(
      new RegExp(`^${address} +Robin Test +staff +billing.read, billing, hours +chosen$`),
    );
    expect((await rights('none')).output).toBe(`${has}none`);
    expect((await rights('members')).code).toBe(2);
    await run(['member', 'role', address, practice, 'manager']);
    expect(await findMembership(db(), Number(practice), person.id)).toMatchObject({ role: 'manager', rights: null });
    await rights('hours');
    expect((await rights('role')).output).toBe(`${has}billing.read, billing, settings, communication, hours, activity`);
  });

  it('keeps the last owner of a practice', async () => {
    const practice = String(await createTestPractice(db()));
    const { email: address } = await createTestPerson(db(), { practices: [Number(practice)], role: 'owner' });
    expect(await run(['member', 'remove', address, practice])).toEqual({
      code: 1,
      output: 'A practice needs at least one owner. Make someone else an owner first.',
    });
    expect((await run(['member', 'role', address, practice, 'staff'])).code).toBe(1);
    expect((await run(['member', 'rights', address, practice, 'hours'])).code).toBe(1);
  });

  it('signs a person out everywhere', async () => {
    const server = await testServer(database());
    const person = await createTestPerson(db());
    const caller = await signedIn(server, person);
    expect((await run(['session', 'end', person.email])).output).toContain('1 session(s)');
    expect((await server.call(caller, 'GET', '/api/session/')).statusCode).toBe(401);
    await server.close();
  });

  it('grants a module, issues, lists and revokes its tokens', async () => {
    const folder = await newFolder('console-grant');
    const file = path.join(folder, 'module.json');
    const name = `mf-typed${count}`;
    const contributions = [{ slot: 'command', name: 'find', title: 'Find notes', scope: 'practice', order: 1 }];
    await writeFile(file, JSON.stringify({ ...createDeclaration(name), contributions }));
    const granted = (await run(['module', 'grant', file])).output;
    expect(granted).toContain(`${name} is now granted to clinic people`);
    expect(granted).toContain('  command: Find notes');
    expect((await run(['module', 'grant', file])).output).toContain('was already granted');
    output = [];
    const { output: token } = await run(['token', 'issue', name, 'CI of hours']);
    expect(token).toMatch(/^pcdt_[\w-]{43}$/);
    const listed = (await run(['token', 'list'])).output.replace(token, '');
    expect(listed).toContain(`${token.slice(0, 11)}…  ${name}`);
    expect(listed).not.toContain(token.slice(0, 20));
    expect((await run(['token', 'revoke', `${token.slice(0, 11)}…`])).output).toContain('is revoked');
    for (const version of ['1.0.0', '1.1.0'])
      await publish(db(), name, createUpload(createDeclaration(name), version), testAudit());
    await promote(db(), { module: name, version: '1.0.0' }, undefined, testAudit());
    await startCanary(db(), { module: name, version: '1.1.0', percent: 10 }, undefined, testAudit());
    expect((await run(['module', 'list'])).output).toMatch(
      new RegExp(`${name} +clinic +1.0.0 +canary 1.1.0 for 10% of people`),
    );
    expect((await run(['module', 'prune'])).output).toContain('0 version(s) pruned.');
  });

  it('lists a module’s stored versions, and prints one as published', async () => {
    const name = `mf-stored${count}`;
    const folder = await newFolder('console-grant');
    const file = path.join(folder, 'module.json');
    await writeFile(file, JSON.stringify(createDeclaration(name)));
    await run(['module', 'grant', file]);
    const [former, newer] = ['1.0.0', '1.1.0'].map((version) => createUpload(createDeclaration(name), version));
    for (const [upload, day] of [
      [former, 1],
      [newer, 2],
    ] as const) {
      if (upload) await publish(db(), name, upload, { ...testAudit(), now: new Date(Date.UTC(2026, 10, day)) });
    }
    output = [];
    expect((await run(['module', 'versions', name])).output).toMatch(
      /^1\.1\.0 +2026-11-02 00:00 .*\n1\.0\.0 +2026-11-01/,
    );
    output = [];
    expect(JSON.parse((await run(['module', 'export', name, '1.0.0'])).output)).toEqual(former);
    expect((await run(['module', 'export', name, '9.0.0'])).code).toBe(1);
  });

  it('lists people with their flags', async () => {
    const person = await createTestPerson(db(), { flags: { internal: true, developer: true } });
    const line = (await run(['person', 'list'])).output.split('\n').find((text) => text.startsWith(person.email));
    expect(line).toMatch(/Robin Test\s+internal, developer$/);
  });
});
