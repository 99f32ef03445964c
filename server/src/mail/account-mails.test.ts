import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { setPassword } from '../people/people-service.js';
import { describeWithDatabase } from '../testing/engines.js';
import {
  createTestPerson,
  quickCost,
  runJobs,
  signedIn,
  testAudit,
  testPassword,
  type TestServer,
  testServer,
} from '../testing/test-server.js';
import type { TestMailServer } from './testing/mail-server.js';
import { type MailingConsole, startMailingConsole } from './testing/mailing-console.js';

const NEW_PASSWORD = 'violet harbour tractor nineteen';

describeWithDatabase('mails about an account', (database) => {
  let mailing: MailingConsole;
  let mails: TestMailServer;
  let server: TestServer;
  beforeEach(async () => {
    mailing = await startMailingConsole(database());
    ({ mails, server } = mailing);
  });
  afterEach(() => mailing.close());

  it('notifies a person of a new password, without the password', async () => {
    const person = await createTestPerson(server.db);
    const body = { password: testPassword, new_password: NEW_PASSWORD };
    const answer = await server.call(await signedIn(server, person), 'POST', '/api/account/password/', body);
    expect(answer.statusCode).toBe(200);
    await runJobs(server);
    expect(mails.mails.map(({ to }) => to)).toEqual([[person.email]]);
    const source = mails.mails[0]?.source ?? '';
    expect(source).toContain('Subject: Your password was changed');
    expect(source).not.toContain('tractor');
    expect(JSON.stringify(await server.db.selectFrom('jobs').selectAll().execute())).not.toContain('tractor');
  });

  it('names the operator as the author of a change', async () => {
    const person = await createTestPerson(server.db);
    await setPassword(server.db, person.email, NEW_PASSWORD, testAudit(server.clock.now), quickCost);
    await runJobs(server);
    expect(mails.mails[0]?.source.replace(/=\r\n/g, '')).toMatch(/was changed by the console(’|=E2=80=99)s operator/);
  });

  it('sends nothing for a change that was refused', async () => {
    const person = await createTestPerson(server.db);
    const body = { password: 'wrong', new_password: NEW_PASSWORD };
    await server.call(await signedIn(server, person), 'POST', '/api/account/password/', body);
    await runJobs(server);
    expect(mails.mails).toEqual([]);
  });

  it('drops the mail where no mail server is configured', async () => {
    const without = await testServer(database());
    const person = await createTestPerson(without.db);
    await setPassword(without.db, person.email, NEW_PASSWORD, testAudit(without.clock.now), quickCost);
    await runJobs(without);
    await without.close();
    expect(mails.mails).toEqual([]);
    expect(await server.db.selectFrom('jobs').select('state').execute()).toEqual([{ state: 'done' }]);
  });
});
