/** A console that sends mails, and their mail server. */
import { type TestServer, testServer } from '../../../testing/test-server.js';
import { startMailServer, type TestMailServer } from './mail-server.js';

export interface MailingConsole {
  server: TestServer;
  mails: TestMailServer;
  close: () => Promise<void>;
}

/** Starts both without waiting jobs. */
export async function startMailingConsole(
  database: Parameters<typeof testServer>[0],
  otherEnv: Record<string, string> = {},
): Promise<MailingConsole> {
  const mails = await startMailServer({ disabledCommands: ['STARTTLS'] });
  const env = { SMTP_URL: mails.url, MAIL_FROM: 'console@test.example', PUBLIC_URL: 'http://localhost', ...otherEnv };
  const server = await testServer(database, env);
  await server.db.deleteFrom('jobs').execute();
  return {
    server,
    mails,
    close: async () => {
      await server.close();
      await mails.close();
    },
  };
}
