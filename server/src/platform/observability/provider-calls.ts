/** Measures and traces calls to providers. */
import type { Metrics } from './metrics.js';
import { traced } from './trace.js';

/**
 * Makes the call.
 *
 * @param statusOf the response's HTTP status
 */
export type ObserveCall = <Answer>(
  provider: 'stripe' | 'twilio',
  method: string,
  call: () => Promise<Answer>,
  statusOf: (answer: Answer) => number,
) => Promise<Answer>;

/** Makes the call without measuring it, for commands and the setup of the sandbox. */
export const callUnmeasured: ObserveCall = (_provider, _method, call) => call();

export function observeCalls({ providerCalls }: Metrics): ObserveCall {
  return (provider, method, call, statusOf) =>
    traced(
      `${provider} ${method}`,
      'client',
      async () => {
        const stop = providerCalls.startTimer({ provider });
        try {
          const answer = await call();
          stop({ outcome: `${Math.floor(statusOf(answer) / 100)}xx` });
          return answer;
        } catch (error) {
          stop({ outcome: 'no_answer' });
          throw error;
        }
      },
      { 'http.request.method': method, 'peer.service': provider },
    );
}
