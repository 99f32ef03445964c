/** The voice provider: Twilio's own SDK, on Twilio's hosts or on the sandbox that replaces them. */
import twilio, { type Twilio } from 'twilio';
import type { Config } from '../../platform/config/config.js';
import { type ObserveCall, callUnmeasured } from '../../platform/observability/provider-calls.js';

export interface VoiceProvider {
  /**
   * The SDK, authenticated as the parent account. Only the parent account may move numbers between its sub-accounts.
   */
  client: Twilio;
  /** SID of the organization's sub-account. */
  orgAccount: string;
}

/** Timeout of a call to Twilio, in milliseconds. */
const ANSWER_MS = 15_000;

/** The sandbox's account. It is not valid anywhere else. */
const sandboxAccount = {
  sid: 'AC5a4db0c5a4db0c5a4db0c5a4db0c5a4d',
  token: 'sandbox-twilio-token',
  org: 'AC0123456789abcdef0123456789abcdef',
} as const;

/** SID of the sandbox's organization account, for the demo that creates it. */
export const SANDBOX_ORG_ACCOUNT = sandboxAccount.org;

/**
 * A client of the SDK with every request measured. If there is a sandbox, requests for Twilio's hosts are sent to it.
 */
function clientTo(sandboxUrl: string | undefined, observe: ObserveCall): InstanceType<typeof twilio.RequestClient> {
  const client = new twilio.RequestClient({ timeout: ANSWER_MS });
  const request = client.request.bind(client);
  client.request = (options) => {
    const { pathname, search } = new URL(options.uri);
    const sent = sandboxUrl === undefined ? options : { ...options, uri: `${sandboxUrl}${pathname}${search}` };
    return observe(
      'twilio',
      options.method.toUpperCase(),
      () => request(sent),
      (response) => response.statusCode,
    );
  };
  return client;
}

/** Undefined when neither keys nor a sandbox are configured. */
export function voiceProviderFor(
  { twilio: keys, sandboxUrl }: Pick<Config, 'twilio' | 'sandboxUrl'>,
  observe = callUnmeasured,
): VoiceProvider | undefined {
  if (keys) {
    const httpClient = clientTo(undefined, observe);
    return { client: twilio(keys.accountSid, keys.authToken, { httpClient }), orgAccount: keys.orgAccountSid };
  }
  if (sandboxUrl === undefined) return undefined;
  return {
    client: twilio(sandboxAccount.sid, sandboxAccount.token, { httpClient: clientTo(sandboxUrl, observe) }),
    orgAccount: sandboxAccount.org,
  };
}
