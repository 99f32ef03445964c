/** Sends mails through the operator's mail server (SMTP, RFC 5321). */
import { createTransport } from 'nodemailer';
import type { MailConfig } from '../config/config.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Thrown when the mail server can't take the mail now, or wasn't reached. A later attempt may succeed. */
export class MailDelayed extends Error {}

/** Thrown when the mail server permanently refuses the mail. */
export class MailRefused extends Error {}

export interface Mailer {
  /** @throws MailDelayed, MailRefused. Their messages contain neither addresses nor content */
  send(mail: Mail): Promise<void>;
}

/** Marks the mail as automatic, so that no automatic reply is sent (RFC 3834). */
const fromProgram = { 'Auto-Submitted': 'auto-generated' };

const TIMEOUT_MS = 10_000;
/** From this code on, a mail server's response is final. */
const PERMANENT = 500;

/** @param ca certificates to trust instead of the system's, in PEM */
export function openMailer({ url, from }: MailConfig, ca?: string): Mailer {
  const address = new URL(url);
  const secure = address.protocol === 'smtps:';
  const login = address.username !== '';
  const transport = createTransport({
    host: address.hostname,
    port: Number(address.port || (secure ? 465 : 587)),
    secure,
    // A password is never sent unencrypted. Without one, TLS is used if the server offers it.
    requireTLS: login,
    ...(login && {
      auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) },
    }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({ from, ...mail, headers: fromProgram });
      } catch (error) {
        const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
        const what = `The mail server answered ${responseCode ?? code ?? 'nothing'} to ${command ?? 'the mail'}.`;
        // Only the operator can fix a refused login or an unencrypted server, so the mail waits.
        const concernsMail = code === 'EENVELOPE' || code === 'EMESSAGE';
        if (concernsMail && (responseCode ?? 0) >= PERMANENT) throw new MailRefused(what);
        throw new MailDelayed(what);
      }
    },
  };
}
