/** Mails to approvers and to requesters. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ActivityPage } from 'shared-api/contracts/activity';
import type { Approval } from 'shared-api/contracts/approvals';
import { readableText } from '../../platform/mail/testing/mail-server.js';
import { type MailingConsole, startMailingConsole } from '../../platform/mail/testing/mailing-console.js';
import type { Person } from '../../access/people/people-repository.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { createTeam } from '../../testing/module-team.js';
import { type Caller, createTestPerson, createTestPractice, runJobs, signedIn } from '../../testing/test-server.js';
import { MAIL_INTERVAL_MS } from '../../access/approvals/notify-approvers.js';
import { APPROVAL_HOURS } from '../../access/approvals/request-approval.js';

const start = new Date('2026-11-24T15:01:00Z');
const afterMs = (ms: number) => new Date(start.getTime() + ms);

describeWithDatabase('mails about approvals', (database) => {
  let mailing: MailingConsole;
  let ada: Person;
  let sasha: Person;
  let ivy: Person;
  let ivan: Person;
  beforeEach(async () => {
    await database().db.deleteFrom('approvals').execute();
    // These are the only people who may decide.
    await database().db.updateTable('people').set({ super_admin: false, internal: false }).execute();
    const env = { APPROVALS_FOR: 'promotions,bulk-changes', APPROVALS_BULK_OVER: '1' };
    mailing = await startMailingConsole(database(), env);
    const { server } = mailing;
    server.clock.now = start;
    ada = await createTestPerson(server.db, { name: 'Ada Admin', flags: { super_admin: true } });
    sasha = await createTestPerson(server.db, { name: 'Sasha Super', flags: { super_admin: true } });
    ivy = await createTestPerson(server.db, { name: 'Ivy Internal', flags: { internal: true } });
    ivan = await createTestPerson(server.db, { name: 'Ivan Internal', flags: { internal: true } });
  });
  afterEach(() => mailing.close());

  const as = (person: Person) => signedIn(mailing.server, person);
  const call = (caller: Caller, url: string, body?: unknown) => mailing.server.call(caller, 'POST', url, body);
  /** Requests a bulk change of two new practices. */
  const ask = async (person: Person) => {
    const { server } = mailing;
    const ids = [await createTestPractice(server.db), await createTestPractice(server.db)];
    const change = { action: 'add', type: 'feature', items: ['data_export'], practice_ids: ids };
    expect((await call(await as(person), '/api/features/bulk_update/', change)).statusCode).toBe(202);
  };
  const waiting = async () =>
    (await mailing.server.call(await as(ada), 'GET', '/api/approvals/')).json<{ approvals: Approval[] }>().approvals;
  const decide = async (person: Person, decision: 'approve' | 'decline', body?: unknown) =>
    call(await as(person), `/api/approvals/${(await waiting())[0]?.id}/${decision}/`, body);
  /** Sends the mails that are due. @returns the recipient and text of each mail since the last call */
  const sent = async (): Promise<{ to: string | undefined; text: string }[]> => {
    await runJobs(mailing.server);
    return mailing.mails.mails
      .splice(0)
      .map(({ to, source }) => ({ to: to[0], text: readableText(source) }))
      .sort((one, other) => String(one.to).localeCompare(String(other.to)));
  };
  const addresses = (mails: { to: string | undefined }[]) => mails.map(({ to }) => to);
  const emails = (...people: Person[]) => people.map(({ email }) => email).sort();

  describe('to approvers', () => {
    it('go to everyone with the right except the requester, whom they name', async () => {
      await ask(ivy);
      const mails = await sent();
      expect(addresses(mails)).toEqual(emails(ada, sasha, ivan));
      expect(mails[0]?.text).toContain('Subject: A change waits for your approval');
      expect(mails[0]?.text).toContain(
        'Add Data Export to 2 practices. Requested by Ivy Internal, expires 2026-11-25 15:01 UTC.',
      );
      expect(mails[0]?.text).toContain('http://localhost/internal/activity');
    });

    it('go only to super admins for a promotion', async () => {
      const team = await createTeam(mailing.server);
      await team.publish(team.build('1.0.0'));
      await team.promote('1.0.0');
      const mails = await sent();
      expect(addresses(mails)).toEqual(emails(ada, sasha));
      expect(mails[0]?.text).toContain(`Promote ${team.name} 1.0.0 for everyone`);
    });

    it('skip deactivated people and requests already decided', async () => {
      await mailing.server.db.updateTable('people').set({ deactivated_at: start }).where('id', '=', ivan.id).execute();
      await ask(ivy);
      await decide(ada, 'decline');
      expect(addresses(await sent())).toEqual(emails(ivy));
    });

    it('combine all requests of an interval in one mail', async () => {
      await ask(ivy);
      expect(await sent()).toHaveLength(3);
      for (let requestTime = 0; requestTime < 12; requestTime += 1) await ask(ivy);
      expect(await sent()).toEqual([]);
      mailing.server.clock.now = new Date(Math.ceil(start.getTime() / MAIL_INTERVAL_MS) * MAIL_INTERVAL_MS);
      const mails = await sent();
      expect(addresses(mails)).toEqual(emails(ada, sasha, ivan));
      expect(mails[0]?.text).toContain('Subject: 13 changes wait for your approval');
      expect(mails[0]?.text).toContain('And 3 other requests.');
      mailing.server.clock.now = afterMs(2 * MAIL_INTERVAL_MS);
      expect(await sent()).toEqual([]);
      await ask(ivan);
      expect(addresses(await sent())).toEqual(emails(ada, sasha, ivy));
    });
  });

  describe('to the requester', () => {
    const requestTime = async () => {
      await ask(ivy);
      await sent();
    };

    it('name the approver', async () => {
      await requestTime();
      expect((await decide(ivan, 'approve')).statusCode).toBe(200);
      const mails = await sent();
      expect(addresses(mails)).toEqual(emails(ivy));
      expect(mails[0]?.text).toContain('Subject: Ivan Internal approved your request');
      expect(mails[0]?.text).toContain(
        'Ivan Internal approved your request on 2026-11-24 15:01 UTC: Add Data Export to 2 practices.',
      );
    });

    it('name who declined and why, like the activity', async () => {
      await requestTime();
      expect((await decide(sasha, 'decline', { reason: '  Wait for <b>the audit</b> ' })).statusCode).toBe(200);
      const [mail, ...others] = await sent();
      expect(others).toEqual([]);
      expect(mail?.to).toBe(ivy.email);
      expect(mail?.text).toContain('Sasha Super declined your request on');
      expect(mail?.text).toContain('\n\nReason: Wait for <b>the audit</b>\n');
      expect(mail?.text).toContain('<p>Reason: Wait for &lt;b&gt;the audit&lt;/b&gt;</p>');
      const page = await mailing.server.call(await as(ada), 'GET', '/api/activity/?area=approvals');
      const declined = page.json<ActivityPage>().results.find(({ at }) => at === start.getTime() / 1000);
      expect(declined?.changes).toEqual([{ label: 'Reason', before: null, after: 'Wait for <b>the audit</b>' }]);
    });

    it('say when no reason was given', async () => {
      await requestTime();
      await decide(sasha, 'decline');
      expect((await sent())[0]?.text).toContain('No reason was given.');
    });

    it('refuses empty, overlong and unknown fields of a decline, and sends nothing', async () => {
      await requestTime();
      const bodies = [{ reason: ' ' }, { reason: 'x'.repeat(501) }, { why: 'no' }];
      for (const body of bodies) expect((await decide(sasha, 'decline', body)).statusCode).toBe(400);
      expect(await sent()).toEqual([]);
      expect(await waiting()).toHaveLength(1);
    });

    it('report once that a request expired without a decision', async () => {
      await requestTime();
      mailing.server.clock.now = new Date(afterMs(APPROVAL_HOURS * 3_600_000).getTime() - 1);
      expect(await sent()).toEqual([]);
      mailing.server.clock.now = afterMs(APPROVAL_HOURS * 3_600_000);
      const mails = await sent();
      expect(addresses(mails)).toEqual(emails(ivy));
      expect(mails[0]?.text).toContain('Subject: Your request expired');
      expect(mails[0]?.text).toContain('Nobody decided on your request in time');
      expect(await sent()).toEqual([]);
      const page = await mailing.server.call(await as(ada), 'GET', '/api/activity/?area=approvals');
      expect(page.json<ActivityPage>().results[0]?.actor.name).toBe('Approvals');
    });

    it('aren’t sent for a request they withdrew, nor to a deactivated account', async () => {
      await requestTime();
      await decide(ivy, 'decline');
      expect(await sent()).toEqual([]);
      mailing.server.clock.now = afterMs(MAIL_INTERVAL_MS);
      await requestTime();
      await mailing.server.db.updateTable('people').set({ deactivated_at: start }).where('id', '=', ivy.id).execute();
      await decide(sasha, 'decline');
      expect(await sent()).toEqual([]);
    });
  });
});
