/**
 * Keeps this server's calls within the rate that the account allows, people's calls before background work:
 * https://docs.stripe.com/rate-limits
 */
import PQueue from 'p-queue';

/** Priority of a call. */
export const priorities = { person: 1, background: 0 } as const;
export type Priority = keyof typeof priorities;

/** Attempts of a rate-limited call. Such a call was not executed. */
const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 10_000;

const RATE_LIMITED = 429;

interface Answer {
  getStatusCode(): number;
  getHeaders(): object;
}

/** The pause that the provider requests, in milliseconds; otherwise a random one that doubles with each attempt. */
function pauseAfter(answer: Answer, attempt: number): number {
  const retryAfter = Number((answer.getHeaders() as Record<string, unknown>)['retry-after'] ?? Number.NaN);
  const wished = Number.isFinite(retryAfter)
    ? retryAfter * 1000
    : FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  return Math.min(Math.max(wished, 0), MAX_PAUSE_MS);
}

export interface CallLimiter {
  /** Makes the call when it is its turn. If it is rate limited, all calls pause, then it is retried. */
  run<Received extends Answer>(priority: Priority, call: () => Promise<Received>): Promise<Received>;
}

/** @param perSecond maximum calls per second, and concurrent calls */
export function callLimiter(perSecond: number): CallLimiter {
  const queue = new PQueue({ concurrency: perSecond, interval: 1000, intervalCap: perSecond });
  let resume: NodeJS.Timeout | undefined;
  let pausedUntil = 0;
  const pause = (durationMs: number): void => {
    const until = Date.now() + durationMs;
    if (until <= pausedUntil) return;
    pausedUntil = until;
    clearTimeout(resume);
    queue.pause();
    resume = setTimeout(() => queue.start(), durationMs);
  };
  return {
    async run(priority, call) {
      for (let attempt = 0; ; attempt += 1) {
        const answer = await queue.add(call, { priority: priorities[priority] });
        if (answer.getStatusCode() !== RATE_LIMITED || attempt + 1 >= ATTEMPTS) return answer;
        pause(pauseAfter(answer, attempt));
      }
    },
  };
}
