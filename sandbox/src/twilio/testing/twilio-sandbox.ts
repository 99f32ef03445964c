/** A sandbox on a free port, with Twilio's SDK, which tests use for all requests. */
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
  setFaults(faults: unknown[]): Promise<void>;
  /** @returns the accounts in the order given */
  seed(...accounts: object[]): Promise<SeededAccount[]>;
  close(): Promise<void>;
}

export async function twilioSandbox(folder: string | null = null): Promise<TwilioSandbox> {
  const app = buildSandbox({ folder });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const post = (path: string, body: unknown): Promise<unknown> => control(url, `twilio/${path}`, body);
  return {
    url,
    twilio: twilioOn(url),
    setFaults: async (faults) => void (await post('faults', faults)),
    seed: async (...accounts) => ((await post('seed', { accounts })) as { accounts: SeededAccount[] }).accounts,
    close: () => app.close(),
  };
}
