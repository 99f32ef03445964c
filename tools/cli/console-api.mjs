// @ts-check
/** Calls to a console's registry, with the deploy token in CONSOLE_TOKEN. */
import { StepError } from '../steps.mjs';
import { UsageError } from './errors.mjs';

/** @param {string | undefined} named the option `--console` */
export function consoleUrl(named) {
  // On many build servers, a variable without a value is an empty string.
  const url = named ?? (process.env['CONSOLE_URL'] || 'http://localhost:8080');
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new UsageError(`${url} is not the address of a console. Write it like https://console.example.`);
  }
  return new URL(url).origin;
}

const unknownAuthority =
  'Node does not know the authority of its certificate (NODE_EXTRA_CA_CERTS can name a file with it)';

/** Why there is no connection, by the code of Node's error. @type {Record<string, string>} */
const reasons = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be resolved at the moment',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the host is unreachable',
  ETIMEDOUT: 'no connection within the time limit',
  UND_ERR_CONNECT_TIMEOUT: 'no connection within the time limit',
  UND_ERR_SOCKET: 'the connection was closed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it uses HTTP, not HTTPS',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
};

/** Why `fetch` failed, in a few words. @param {unknown} error */
export function reasonOf(error) {
  /** @type {{cause?: {code?: string, message?: string}}} */
  const { cause = Object(error) } = Object(error);
  // For a host with several addresses, Node's error has a code, but no message.
  return reasons[cause.code ?? ''] ?? (cause.message || String(error)).split('\n', 1)[0];
}

/**
 * @param {string} url
 * @param {RequestInit} [request]
 * @returns {Promise<Response>}
 * @throws StepError when nothing answers
 */
export async function fetchFrom(url, request) {
  try {
    return await fetch(url, request);
  } catch (error) {
    throw new StepError(
      `${new URL(url).origin} didn't answer: ${reasonOf(error)}. Check the address, and that the console runs.`,
    );
  }
}

/** @param {string} origin @param {Response} response of something else */
export const noConsole = (origin, { status }) =>
  new StepError(
    `No console answers at ${origin}, but something else (status ${status}). Check the address, and the proxies on the way to it.`,
  );

/**
 * The JSON of a response. A console always sends JSON, also with an error.
 *
 * @param {string} origin
 * @param {Response} response
 * @returns {Promise<any>}
 * @throws StepError with the console's message, or when no console responded
 */
export async function answerOf(origin, response) {
  const answer = await response.json().catch(() => null);
  if (answer === null) throw noConsole(origin, response);
  if (response.ok) return answer;
  throw new StepError(refusalText(answer) ?? `${origin} answered with status ${response.status}.`);
}

/** @returns {string} the deploy token of CONSOLE_TOKEN @throws StepError without one */
export function deployToken() {
  const token = process.env['CONSOLE_TOKEN'];
  if (!token) throw new StepError('CONSOLE_TOKEN must hold a deploy token. The operator of the console issues one.');
  return token;
}

/**
 * Sends a request to the registry.
 *
 * @param {string} origin of the console
 * @param {string} method
 * @param {string} pathname
 * @param {unknown} [body]
 * @returns {Promise<any>}
 * @throws StepError with the server's message
 */
export async function call(origin, method, pathname, body) {
  const token = deployToken();
  const response = await fetchFrom(new URL(pathname, origin).href, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answerOf(origin, response);
}

/**
 * The message of a refusal, with the fields whose problem or position it doesn't state.
 *
 * @param {{ message?: string, fields?: Record<string, string> } | null} answer
 */
function refusalText(answer) {
  const { message, fields = {} } = answer ?? {};
  if (message === undefined) return undefined;
  const isSaid = (/** @type {string} */ words) => message.toLowerCase().includes(words.toLowerCase());
  // The message names a field by the last part of its path, or a file by its full name.
  const isNamed = (/** @type {string} */ field) => !field.includes('.') || isSaid(field.slice(field.indexOf('.') + 1));
  const others = Object.entries(fields).filter(([field, words]) => !isNamed(field) || !isSaid(words));
  return [message, ...others.map(([field, words]) => `  ${field === '' ? '' : `${field}: `}${words}`)].join('\n');
}

/** @param {string} origin @throws StepError when no console answers there */
export async function assertIsConsole(origin) {
  await answerOf(origin, await fetchFrom(`${origin}/healthz`));
}
