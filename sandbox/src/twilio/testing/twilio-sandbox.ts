/** A sandbox on a free port, and Twilio's own SDK on it: nothing else speaks to the stand-in in tests. */
import type { Twilio } from 'twilio';
import { buildSandbox } from '../../app.js';
import { control } from '../../testing/control.js';
import { twilioOn } from './sandbox-client.js';

export interface SeededAccount {
  sid: string;
  friendly_name: string;
  status: string;
  numbers: { sid: string; phone_number: string; account_sid: string }[];
}

export interface TwilioSandbox {
  url: string;
  twilio: Twilio;
  tell(faults: unknown[]): Promise<void>;
  /** @returns the accounts in the order given */
  sow(...accounts: object[]): Promise<SeededAccount[]>;
  close(): Promise<void>;
}

export async function twilioSandbox(folder: string | null = null): Promise<TwilioSandbox> {
  const app = buildSandbox({ folder });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = (path: string, body: unknown): Promise<unknown> => control(url, `twilio/${path}`, body);
  return {
    url,
    twilio: twilioOn(url),
    tell: async (faults) => void (await post('faults', faults)),
    sow: async (...accounts) => ((await post('seed', { accounts })) as { accounts: SeededAccount[] }).accounts,
    close: () => app.close(),
  };
}
