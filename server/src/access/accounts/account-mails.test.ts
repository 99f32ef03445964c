import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Secret } from 'otpauth';
import { confirmTotp, startTotp, typedFactor, verifyFactor } from './second-factors-service.js';
import { totpCode } from './totp.js';
import { personActor } from '../../platform/audit/actor.js';
import { setPassword } from '../people/people-service.js';
import { scimTokens } from '../scim/scim-tokens.js';
import { MAX_BROWSERS } from '../sessions/known-browsers.js';
import { linkLocalAccount } from '../sessions/oidc-people.js';
import { REFUSALS_MAILED } from '../sessions/sign-in-limit.js';
import { describeWithDatabase } from '../../testing/engines.js';
import {
  createTestPerson,
  quickCost,
  runJobs,
  signedIn,
  testAudit,
  testPassword,
  type TestServer,
  testServer,
} from '../../testing/test-server.js';
import { readableText, type TestMailServer } from '../../platform/mail/testing/mail-server.js';
import { type MailingConsole, startMailingConsole } from '../../platform/mail/testing/mailing-console.js';

const NEW_PASSWORD = 'violet harbour tractor nineteen';

describeWithDatabase('mails about an account', (database) => {
  let mailing: MailingConsole;
  let mails: TestMailServer;
  let server: TestServer;
  beforeEach(async () => {
    mailing = await startMailingConsole(database());
    ({ mails, server } = mailing);
    // Some mails are sent once a day, and these tests move the clock by minutes.
    server.clock.now.setUTCHours(12);
  });
  afterEach(() => mailing.close());

  it('notifies a person of a new password, without the password', async () => {
    const person = await createTestPerson(server.db);
    const body = { password: testPassword, new_password: NEW_PASSWORD };
    const response = await server.call(await signedIn(server, person), 'POST', '/api/account/password/', body);
    expect(response.statusCode).toBe(200);
    await runJobs(server);
    expect(mails.mails.map(({ to }) => to)).toEqual([[person.email]]);
    const source = mails.mails[0]?.source ?? '';
    expect(source).toContain('Subject: Your password was changed');
    expect(source).not.toContain('tractor');
    expect(JSON.stringify(await server.db.selectFrom('jobs').selectAll().execute())).not.toContain('tractor');
  });

  it('names the operator who made the change', async () => {
    const person = await createTestPerson(server.db);
    await setPassword(server.db, person.email, NEW_PASSWORD, testAudit(server.clock.now), quickCost);
    await runJobs(server);
    expect(mails.mails[0]?.source.replace(/=\r\n/g, '')).toMatch(/was changed by the console(’|=E2=80=99)s operator/);
  });

  it('sends nothing for a refused change', async () => {
    const person = await createTestPerson(server.db);
    const body = { password: 'wrong', new_password: NEW_PASSWORD };
    await server.call(await signedIn(server, person), 'POST', '/api/account/password/', body);
    await runJobs(server);
    expect(mails.mails).toEqual([]);
  });

  it('drops the mail without a mail server', async () => {
    const without = await testServer(database());
    const person = await createTestPerson(without.db);
    await setPassword(without.db, person.email, NEW_PASSWORD, testAudit(without.clock.now), quickCost);
    await runJobs(without);
    await without.close();
    expect(mails.mails).toEqual([]);
    expect(await server.db.selectFrom('jobs').select('state').execute()).toEqual([{ state: 'done' }]);
  });

  const DAY_MS = 86_400_000;
  const hours = (count: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + count * 3_600_000);
  };
  /** Sends the mails that are due. @returns the recipient, subject and text of each mail since the last call */
  const sent = async () => {
    await runJobs(server);
    return mails.mails.splice(0).map(({ to, source }) => {
      const text = readableText(source);
      return { to: to[0], subject: /^Subject: (.*)$/m.exec(text)?.[1], text };
    });
  };
  const subjects = async () => (await sent()).map(({ subject }) => subject);
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
  const signIn = (email: string, { password = testPassword, cookie = '', agent = chrome } = {}) =>
    server.call({ headers: { 'user-agent': agent, cookie } }, 'POST', '/api/session/', { email, password });
  const browserCookieOf = (response: Awaited<ReturnType<typeof signIn>>) => {
    const browserCookie = response.cookies.find(({ name }) => name === 'practice-console-browser');
    return `practice-console-browser=${browserCookie?.value ?? ''}`;
  };

  describe('about a new browser', () => {
    const subject = 'New sign-in to your account';

    it('are sent for every browser after the first, with its kind and network', async () => {
      const { email } = await createTestPerson(server.db);
      const first = await signIn(email);
      expect(first.statusCode).toBe(200);
      expect(await sent()).toEqual([]);
      await signIn(email);
      const [mail, ...others] = await sent();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ to: email, subject });
      expect(mail?.text).toMatch(/hasn’t used before on .* UTC \(Chrome on Windows, 127\.0\.0\.1\), for the account/);
      hours(24 * 100);
      await signIn(email, { cookie: browserCookieOf(first) });
      expect(await sent()).toEqual([]);
    });

    it('are sent to everyone on a shared computer, and to accounts older than the feature', async () => {
      const [ann, ben] = [await createTestPerson(server.db), await createTestPerson(server.db)];
      const cookie = browserCookieOf(await signIn(ann.email));
      const before = { person_id: ben.id, browser_hash: Buffer.alloc(0), used_at: server.clock.now };
      await server.db.insertInto('known_browsers').values(before).execute();
      expect(await sent()).toEqual([]);
      await signIn(ben.email, { cookie });
      expect((await sent()).map((mail) => mail.to)).toEqual([ben.email]);
    });

    it('are sent once an hour for each kind of browser', async () => {
      const { email } = await createTestPerson(server.db);
      await signIn(email);
      for (let times = 0; times < 4; times += 1) await signIn(email);
      expect(await subjects()).toEqual([subject]);
      await signIn(email, { agent: 'curl/8.5' });
      expect(await subjects()).toEqual([subject]);
      hours(1);
      await signIn(email);
      expect(await subjects()).toEqual([subject]);
    });

    it('aren’t sent for a refused sign-in, which leaves no cookie', async () => {
      const { email } = await createTestPerson(server.db);
      await signIn(email);
      const refused = await signIn(email, { password: 'wrong' });
      expect(refused.statusCode).toBe(401);
      expect(refused.cookies).toEqual([]);
      expect(await sent()).toEqual([]);
    });

    it('remember a limited number of browsers, by their cookies’ hashes only', async () => {
      const { id, email } = await createTestPerson(server.db);
      const first = await signIn(email);
      for (let times = 0; times < MAX_BROWSERS + 2; times += 1) {
        hours(1);
        expect((await signIn(email)).statusCode).toBe(200);
      }
      const rows = await server.db.selectFrom('known_browsers').selectAll().where('person_id', '=', id).execute();
      expect(rows.length).toBe(MAX_BROWSERS);
      const cookie = browserCookieOf(first).split('=')[1] ?? '';
      expect(cookie.length).toBeGreaterThan(40);
      expect(JSON.stringify(rows.map((row) => row.browser_hash.toString('base64url')))).not.toContain(cookie);
    });
  });

  describe('about refused sign-ins', () => {
    const subject = 'Somebody tries to sign in to your account';
    const refuse = async (email: string, times: number) => {
      for (let done = 0; done < times; done += 1) {
        // Attempts are limited within a quarter of an hour, so these are slow.
        hours(0.26);
        expect((await signIn(email, { password: 'wrong' })).statusCode).toBe(401);
      }
    };

    it('are sent once, at the tenth in a day, even if the person signs in in between', async () => {
      const { email } = await createTestPerson(server.db);
      await refuse(email, REFUSALS_MAILED - 1);
      expect(await subjects()).toEqual([]);
      expect((await signIn(email)).statusCode).toBe(200);
      await refuse(email, 1);
      const [mail, ...others] = await sent();
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ to: email, subject });
      expect(mail?.text).not.toContain('wrong horse');
      await refuse(email, 3 * REFUSALS_MAILED);
      expect(await subjects()).toEqual([]);
      server.clock.now = new Date(server.clock.now.getTime() + DAY_MS);
      await refuse(email, REFUSALS_MAILED);
      expect(await subjects()).toEqual([subject]);
    });

    it('store the same rows for an unknown address, and send nothing', async () => {
      const { email } = await createTestPerson(server.db);
      const rows = async () => {
        const counted = await server.db
          .selectFrom('sign_in_attempts')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow();
        const jobs = await server.db
          .selectFrom('jobs')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .executeTakeFirstOrThrow();
        return [Number(counted.count), Number(jobs.count)] as const;
      };
      const difference = async (address: string) => {
        const [counts, jobs] = await rows();
        await refuse(address, REFUSALS_MAILED);
        const [countsAfter, jobsAfter] = await rows();
        return [countsAfter - counts, jobsAfter - jobs];
      };
      // The counts of the network and of all unknown callers exist from here on.
      await refuse('somebody@elsewhere.example', 1);
      await refuse((await createTestPerson(server.db)).email, 1);
      const ofStranger = await difference('stranger@elsewhere.example');
      await sent();
      const ofPerson = await difference(email);
      // An account has a count of its own entries in the audit log.
      expect(ofPerson).toEqual([(ofStranger[0] ?? 0) + 1, ofStranger[1]]);
      expect((await sent()).map((mail) => mail.to)).toEqual([email]);
    });

    it('aren’t sent to deactivated accounts or those without a password', async () => {
      const [provider, former] = [await createTestPerson(server.db), await createTestPerson(server.db)];
      const change = (id: string, values: object) =>
        server.db.updateTable('people').set(values).where('id', '=', id).execute();
      await change(provider.id, { password_hash: null });
      await change(former.id, { deactivated_at: server.clock.now });
      await refuse(provider.email, REFUSALS_MAILED);
      await refuse(former.email, REFUSALS_MAILED);
      expect(await sent()).toEqual([]);
    });
  });

  describe('about refused codes', () => {
    const withApp = async () => {
      const person = await createTestPerson(server.db);
      const own = { actor: personActor(person), now: server.clock.now };
      const { secret } = await startTotp(server.db, person, server.config, server.clock.now);
      const code = totpCode(Buffer.from(Secret.fromBase32(secret).bytes), server.clock.now);
      await confirmTotp(server.db, person, { code }, server.config, own);
      await sent();
      const show = (shown: string) =>
        verifyFactor(
          server.db,
          person,
          typedFactor(person, { method: 'totp', code: shown }, server.config, server.clock.now),
          server.clock.now,
        );
      return { person, code, show };
    };

    it('are sent once a day when a code is reused', async () => {
      const { person, code, show } = await withApp();
      for (let times = 0; times < 3; times += 1) await expect(show(code)).rejects.toThrow('already used');
      const all = await sent();
      expect(all.map(({ to, subject }) => [to, subject])).toEqual([[person.email, 'A code was used a second time']]);
      expect(all[0]?.text).not.toContain(code);
    });

    it('are sent once a day after several wrong ones', async () => {
      const { show } = await withApp();
      for (let times = 0; times < 4; times += 1) await expect(show('000000')).rejects.toThrow('isn’t right');
      expect(await sent()).toEqual([]);
      for (let times = 0; times < 4; times += 1) await expect(show('000000')).rejects.toThrow('isn’t right');
      expect(await subjects()).toEqual(['Somebody may know your password']);
      hours(0.26);
      for (let times = 0; times < 6; times += 1) await expect(show('000000')).rejects.toThrow('isn’t right');
      expect(await sent()).toEqual([]);
    });
  });

  it('notifies the former and the new address when the identity provider changes it', async () => {
    const person = await createTestPerson(server.db);
    const { token } = await scimTokens.issue(server.db, { name: 'Clinic ID' }, testAudit());
    const email = `new-${person.email}`;
    const response = await server.app.inject({
      method: 'PATCH',
      url: `/api/scim/v2/Users/${person.id}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
        Operations: [{ op: 'replace', value: { userName: email } }],
      },
    });
    expect(response.statusCode).toBe(200);
    const all = await sent();
    expect(all.map(({ to }) => to).sort()).toEqual([email, person.email].sort());
    for (const { to, text } of all) {
      expect(text).toContain(`The email address was changed by your identity provider on `);
      expect(text).toContain(`for the account ${to ?? ''}.`);
    }
  });

  it('notifies people with a password of a linked identity', async () => {
    const person = await createTestPerson(server.db);
    const claims = { issuer: 'https://id.example', subject: person.id, all: {} };
    await linkLocalAccount(server.db, person, claims, { name: 'ID' } as never, testAudit(server.clock.now));
    expect(await subjects()).toEqual(['Another way to sign in was added']);
  });
});
