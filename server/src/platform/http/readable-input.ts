/**
 * Rejects input that schemas shouldn't have to handle: text that a database can't store, numbers that lose their value
 * when parsed, and bodies with too many or too deeply nested values. Checks every path, query and body before any
 * schema runs.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countText } from 'shared-api/contracts';
import { AppError } from '../errors/app-error.js';
import { type JsonOutline, outlineOf } from './json-outline.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum number of values in a JSON body, if it differs from the default. */
    maxValues?: number;
  }
  interface FastifyRequest {
    /** True once the body's text has proven that every value is readable. */
    isBodyReadable: boolean;
  }
}

/** Maximum number of values in a JSON body. A call with longer lists sets its own. */
const MAX_VALUES = 10_000;
/** Maximum nesting of a JSON body, far beyond any contract. */
const MAX_NESTING = 32;

/** The smallest normal double. Smaller numbers have already lost digits. */
const MIN_NORMAL = 2.2250738585072014e-308;

export interface UnreadableValue {
  /** Dotted path. */
  path: string;
  problem: string;
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'Remove the character that has no width (NUL).';
    return /\p{Cs}/u.test(value) ? 'Remove the broken character.' : undefined;
  }
  if (typeof value !== 'number') return undefined;
  const size = Math.abs(value);
  if (!(size <= Number.MAX_SAFE_INTEGER)) return 'Enter a smaller number.';
  return size > 0 && size < MIN_NORMAL ? 'Enter a number with fewer decimals.' : undefined;
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value);

/**
 * True when every value can be stored as sent. Visits each value once and builds no paths, because most input is
 * readable.
 */
function isReadable(input: unknown): boolean {
  if (!isContainer(input)) return problemOf(input) === undefined;
  const waiting: object[] = [input];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    // The keys of a list are its indexes.
    const keys = Array.isArray(next) ? [] : Object.keys(next);
    if (keys.some((key) => problemOf(key) !== undefined)) return false;
    const values: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    for (const value of values) {
      if (isContainer(value)) waiting.push(value);
      else if (problemOf(value) !== undefined) return false;
    }
  }
  return true;
}

/** The first value that can't be stored as sent; undefined when there is none. Handles any depth, without recursion. */
export function findUnreadable(input: unknown): UnreadableValue | undefined {
  return isReadable(input) ? undefined : locateUnreadable(input);
}

function locateUnreadable(input: unknown): UnreadableValue | undefined {
  const waiting: [path: string, value: unknown][] = [['', input]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [path, value] = next;
    const problem = problemOf(value);
    if (problem !== undefined) return { path, problem };
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (problemOf(key) !== undefined) return { path, problem: 'Remove the name with a broken character.' };
      waiting.push([path === '' ? key : `${path}.${key}`, inner]);
    }
  }
  return undefined;
}

/** @throws AppError 400 `invalid` naming the field */
export function assertReadable(input: unknown): void {
  const problem = findUnreadable(input);
  if (!problem) return;
  const fields = problem.path === '' ? undefined : { fields: { [problem.path]: problem.problem } };
  throw new AppError(400, 'invalid', `A value in the request can’t be read. ${problem.problem}`, fields);
}

/** Checks the size of a body before it is parsed. @throws AppError 400 `invalid` */
function assertBounded({ values, nesting }: JsonOutline, maxValues: number): void {
  if (nesting > MAX_NESTING) {
    throw new AppError(400, 'invalid', `The request is nested too deeply. Send at most ${MAX_NESTING} levels.`);
  }
  if (values > maxValues) {
    throw new AppError(400, 'invalid', `The request has too many values. Send at most ${countText(maxValues)}.`);
  }
}

/**
 * Checks the JSON text of a body before anything parses it.
 *
 * @returns whether every value is known to be readable. Otherwise the parsed values must be checked
 * @throws AppError 400 `invalid` for too many or too deeply nested values
 */
export function isReadableJson(request: FastifyRequest, text: Buffer): boolean {
  const outline = outlineOf(text);
  assertBounded(outline, request.routeOptions.config.maxValues ?? MAX_VALUES);
  return !outline.mayBeUnreadable;
}

/**
 * Parses JSON text inside a request's value (a setting, a cursor, a filter, a signed response), under the same rules as
 * a body.
 *
 * @throws SyntaxError for text that isn't JSON
 * @throws AppError 400 `invalid`
 */
export function parseInnerJson(text: string): unknown {
  const outline = outlineOf(Buffer.from(text));
  assertBounded(outline, MAX_VALUES);
  const value: unknown = JSON.parse(text);
  if (outline.mayBeUnreadable) assertReadable(value);
  return value;
}

/**
 * Checks that the query can be decoded; the router decodes the path. An invalid query would otherwise be read as raw
 * text. @throws AppError 400
 */
function assertDecodable(url: string): void {
  if (!url.includes('%')) return;
  try {
    decodeURIComponent(url);
  } catch {
    throw new AppError(400, 'malformed_address', 'The address isn’t valid.');
  }
}

/**
 * Reads JSON bodies strictly as UTF-8. A lenient decoder would store a wrongly encoded name with replacement
 * characters.
 */
function readOnlyUtf8(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (!isUtf8(body)) return done(new AppError(400, 'malformed_body', 'The request body isn’t UTF-8 text.'));
    try {
      request.isBodyReadable = isReadableJson(request, body);
    } catch (error) {
      return done(error as Error);
    }
    void parseJson(request, body.toString(), done);
  });
}

export function rejectUnreadableInput(app: FastifyInstance): void {
  app.decorateRequest('isBodyReadable', false);
  readOnlyUtf8(app);
  app.addHook('preValidation', (request, _reply, done) => {
    assertDecodable(request.url);
    assertReadable(request.params);
    assertReadable(request.query);
    if (!request.isBodyReadable) assertReadable(request.body);
    done();
  });
}
