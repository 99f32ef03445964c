import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { type JobRunner, jobRunner } from '../jobs/job-runner.js';
import { describeWithDatabase } from '../../testing/engines.js';
import { testAudit } from '../../testing/test-server.js';
import { enqueueMail, MAX_MAIL_AGE_MS, MAIL, mailHandler, waitAfter } from './mail-job.js';
import { toMail } from './mail-text.js';
import { MailDelayed, MailRefused, openMailer } from './mailer.js';
import { startMailServer, type TestMailServer } from './testing/mail-server.js';

const FROM = 'Practice Console <console@example.com>';
const content = {
  subject: 'Set a new password',
  paragraphs: ['Hello <Nora>,', 'Ignore this mail if you didn’t ask for it.'],
  link: { label: 'Set a password', href: 'https://console.test/account-link#a&b' },
};
const mail = toMail('nora@test.example', content);

describe('toMail', () => {
  it('writes the same content as plain text and escaped HTML', () => {
    expect(mail.text).toBe(
      'Hello <Nora>,\n\nSet a password:\nhttps://console.test/account-link#a&b\n\n' +
        'Ignore this mail if you didn’t ask for it.\n\nPractice Console\n',
    );
    expect(mail.html).toContain(
      '<p>Hello &lt;Nora&gt;,</p><p><a href="https://console.test/account-link#a&amp;b">Set a password</a></p>',
    );
  });
});

describe('openMailer', () => {
  let folder: string;
  let key: string;
  let certificate: string;
  const open: TestMailServer[] = [];
  const start = async (options: Parameters<typeof startMailServer>[0] = {}): Promise<TestMailServer> => {
    const server = await startMailServer({ key, cert: certificate, ...options });
    open.push(server);
    return server;
  };
  const needsLogin = {
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => {
      if (password === 'pass/word') done(null, { user: username ?? '' });
      else done(new Error('wrong'));
    },
  } satisfies Parameters<typeof startMailServer>[0];

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'mail-'));
    const files = { key: path.join(folder, 'key.pem'), certificate: path.join(folder, 'cert.pem') };
    const args = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1`;
    execFileSync('openssl', [...args.split(' '), '-keyout', files.key, '-out', files.certificate], { stdio: 'ignore' });
    key = readFileSync(files.key, 'utf8');
    certificate = readFileSync(files.certificate, 'utf8');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('sends a mail with sender, recipient and both text formats', async () => {
    const server = await start({ disabledCommands: ['STARTTLS'] });
    await openMailer({ url: server.url, from: FROM }).send(mail);
    const [received] = server.mails;
    expect(received).toMatchObject({ to: ['nora@test.example'], encrypted: false });
    expect(received?.source).toMatch(/^From: Practice Console <console@example.com>\r\nTo: nora@test.example\r\n/m);
    expect(received?.source).toMatch(/text\/plain[^]+text\/html/);
    // Prevents automatic replies (RFC 3834).
    expect(received?.source).toMatch(/^Auto-Submitted: auto-generated\r\n/m);
  });

  it('logs in over STARTTLS, and decodes the password in the URL', async () => {
    const server = await start(needsLogin);
    await openMailer({ url: `smtp://me:pass%2Fword@127.0.0.1:${server.port}`, from: FROM }, certificate).send(mail);
    expect(server.mails).toMatchObject([{ encrypted: true, user: 'me' }]);
  });

  it('uses TLS from the start with smtps', async () => {
    const server = await start({ secure: true });
    await openMailer({ url: `smtps://127.0.0.1:${server.port}`, from: FROM }, certificate).send(mail);
    expect(server.mails).toMatchObject([{ encrypted: true }]);
  });

  it('sends no password over an unencrypted connection', async () => {
    const server = await start({ ...needsLogin, disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    const sending = openMailer({ url: `smtp://me:pass%2Fword@127.0.0.1:${server.port}`, from: FROM }).send(mail);
    await expect(sending).rejects.toBeInstanceOf(MailDelayed);
    expect(server.mails).toEqual([]);
  });

  it('rejects an untrusted certificate', async () => {
    const server = await start({ secure: true });
    const sending = openMailer({ url: `smtps://127.0.0.1:${server.port}`, from: FROM }).send(mail);
    await expect(sending).rejects.toBeInstanceOf(MailDelayed);
  });

  it('retries a mail later when the login is refused', async () => {
    const server = await start(needsLogin);
    const url = `smtp://me:wrong@127.0.0.1:${server.port}`;
    await expect(openMailer({ url, from: FROM }, certificate).send(mail)).rejects.toBeInstanceOf(MailDelayed);
  });

  it.each([
    [451, MailDelayed],
    [550, MailRefused],
  ])('classifies a refusal with %d, without the address', async (code, kind) => {
    const server = await start({ disabledCommands: ['STARTTLS'] });
    server.refusal = code;
    const failed = await openMailer({ url: server.url, from: FROM })
      .send(mail)
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(kind);
    expect(String(failed)).toContain(String(code));
    expect(String(failed)).not.toContain('nora');
  });

  it('retries a mail later when the server is unreachable', async () => {
    const { url, close } = await startMailServer();
    await close();
    await expect(openMailer({ url, from: FROM }).send(mail)).rejects.toBeInstanceOf(MailDelayed);
  });
});

describe('waitAfter', () => {
  it('doubles from a minute to an hour', () => {
    const queuedAt = new Date(0);
    const waits = [0, 1, 2, 4, 45, 90, 600].map((minutes) => waitAfter(queuedAt, new Date(minutes * 60_000)) / 60_000);
    expect(waits).toEqual([1, 1, 2, 4, 45, 60, 60]);
  });
});

describeWithDatabase('mails as jobs', (database) => {
  const log = fastify().log;
  let server: TestMailServer;
  let clock: Date;
  let runner: JobRunner;
  beforeEach(async () => {
    server = await startMailServer({ disabledCommands: ['STARTTLS'] });
    clock = new Date();
    const { db } = database();
    await db.deleteFrom('jobs').execute();
    runner = jobRunner({ db, now: () => clock, log });
    const prepare = () => Promise.resolve({ to: 'nora@test.example', content });
    runner.handle(MAIL, mailHandler(openMailer({ url: server.url, from: FROM }), prepare, log));
    await enqueueMail(db, { kind: 'test' }, testAudit(clock));
  });
  afterEach(() => server.close());
  const job = () =>
    database().db.selectFrom('jobs').select(['state', 'run_at', 'input', 'message']).executeTakeFirstOrThrow();

  it('sends a mail once', async () => {
    await runner.drain();
    await runner.drain();
    expect(server.mails).toHaveLength(1);
    expect((await job()).state).toBe('done');
  });

  it('resends a temporarily refused mail until it is accepted', async () => {
    server.refusal = 450;
    await runner.drain();
    expect([server.mails.length, (await job()).state]).toEqual([0, 'pending']);
    clock = (await job()).run_at;
    await runner.drain();
    server.refusal = undefined;
    clock = (await job()).run_at;
    await runner.drain();
    expect([server.mails.length, (await job()).state]).toEqual([1, 'done']);
  });

  it('drops a permanently refused mail', async () => {
    server.refusal = 550;
    await runner.drain();
    expect(await job()).toMatchObject({ state: 'failed', message: expect.stringContaining('550') });
  });

  it('drops a mail after a day of refusals', async () => {
    server.refusal = 450;
    const queuedAt = clock.getTime();
    let attempts = 0;
    while ((await job()).state === 'pending' && attempts < 100) {
      clock = (await job()).run_at;
      await runner.drain();
      attempts += 1;
    }
    expect((await job()).state).toBe('failed');
    expect(clock.getTime() - queuedAt).toBeGreaterThanOrEqual(MAX_MAIL_AGE_MS);
    expect(attempts).toBeLessThan(40);
  });
});
