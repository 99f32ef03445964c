/** A mail server in this process, whose responses a test sets. */
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  /** Headers and body, as sent. */
  source: string;
  encrypted: boolean;
  user: string | undefined;
}

export interface TestMailServer {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Code to refuse recipients with. Undefined: accepts them. */
  refusal: number | undefined;
  close(): Promise<void>;
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    ...options,
    onRcptTo(_address, _session, done) {
      const { refusal } = received;
      done(refusal === undefined ? null : Object.assign(new Error('refused by the test'), { responseCode: refusal }));
    },
    onData(stream, session, done) {
      let source = '';
      stream.on('data', (part: Buffer) => (source += part.toString()));
      stream.on('end', () => {
        received.mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          source,
          encrypted: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const received: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails: [],
    refusal: undefined,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return received;
}

/** A mail as text, with its quoted-printable parts decoded (RFC 2045). */
export function readableText(source: string): string {
  const bytes = source
    .replaceAll('=\r\n', '')
    .replaceAll('\r\n', '\n')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
