/** A mail server in the test's process, for what a console sends. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect } from './test';

export interface ReceivedMail {
  to: string | undefined;
  subject: string | undefined;
  text: string;
}

export interface MailServer {
  url: string;
  /** Waits for the oldest email with this subject and removes it. */
  take: (subject: string) => Promise<ReceivedMail>;
  close: () => Promise<void>;
}

/** Undoes the quoted-printable encoding (RFC 2045). */
function readableText(source: string): string {
  const bytes = source
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The subject, of which words outside of ASCII are encoded (RFC 2047) and long lines folded. */
function subjectOf(source: string): string | undefined {
  const [, written] = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(source) ?? [];
  return written
    ?.replace(/\r\n[ \t]/g, ' ')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : readableText(text.replaceAll('_', ' ')),
    );
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let source = '';
      stream.on('data', (part: Buffer) => (source += part.toString()));
      stream.on('end', () => {
        const [recipient] = session.envelope.rcptTo;
        received.push({ to: recipient?.address, subject: subjectOf(source), text: readableText(source) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    async take(subject) {
      const find = () => received.findIndex((mail) => mail.subject === subject);
      await expect.poll(find, { message: `a mail “${subject}”` }).toBeGreaterThanOrEqual(0);
      const [mail] = received.splice(find(), 1);
      if (!mail) throw new Error('The mail was taken meanwhile');
      return mail;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
