/** Requests of a browser session, each on a new connection, so that a proxy distributes them. */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { emailOf, PASSWORD, type Person } from './test';

export interface Answer {
  status: number;
  /** Empty if the response is not JSON. */
  body: Record<string, unknown>;
  cookies: string[];
}

interface Asking {
  cookie?: string;
  body?: unknown;
  /** The idempotency key. */
  key?: string;
}

/** Rejects if the connection breaks before the response is complete. */
export function ask(url: string, method: string, path: string, { cookie, body, key }: Asking = {}): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      {
        method,
        agent: false,
        headers: {
          accept: 'application/json',
          ...(cookie !== undefined && { cookie }),
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        let answer = '';
        response.on('data', (chunk: Buffer) => (answer += chunk.toString()));
        response.on('error', reject);
        response.on('end', () => {
          const isJson = response.headers['content-type']?.startsWith('application/json') ?? false;
          const parsed = isJson ? (JSON.parse(answer) as Record<string, unknown>) : {};
          resolve({ status: response.statusCode ?? 0, body: parsed, cookies: response.headers['set-cookie'] ?? [] });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}

export type Caller = (method: string, path: string, body?: unknown, key?: string) => Promise<Answer>;

/**
 * Signs a person in and returns a function that sends their requests. Changes get an idempotency key unless one is
 * given.
 */
export async function callerFor(url: string, person: Person): Promise<Caller> {
  const signedIn = await ask(url, 'POST', '/api/session/', { body: { email: emailOf(person), password: PASSWORD } });
  if (signedIn.status !== 200) throw new Error(`${person} could not sign in: ${JSON.stringify(signedIn.body)}`);
  const cookie = signedIn.cookies[0]?.split(';')[0] ?? '';
  return (method, path, body, key = randomUUID()) =>
    ask(url, method, path, { cookie, ...(body !== undefined && { body }), ...(method !== 'GET' && { key }) });
}
