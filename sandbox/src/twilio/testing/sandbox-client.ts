/** Twilio's SDK on the sandbox. All its requests to `api.twilio.com` go to another origin. */
import twilio, { type Twilio } from 'twilio';
import { sandboxTwilio } from '../credentials.js';

export class SandboxRequestClient extends twilio.RequestClient {
  /** @param origin such as `http://127.0.0.1:4010` */
  constructor(
    private readonly origin: string,
    timeout = 5000,
  ) {
    super({ timeout });
  }
  override request<TData>(options: Parameters<typeof twilio.RequestClient.prototype.request<TData>>[0]) {
    const { pathname, search } = new URL(options.uri);
    return super.request<TData>({ ...options, uri: `${this.origin}${pathname}${search}` });
  }
}

export function twilioOn(
  origin: string,
  { accountSid, authToken }: { accountSid: string; authToken: string } = sandboxTwilio,
): Twilio {
  return twilio(accountSid, authToken, { httpClient: new SandboxRequestClient(origin) });
}
