/**
 * The type of contracts. Server and clients share one contract per call. Contracts use `zod/mini`, because every remote
 * bundles the ones it uses (docs/decisions/0006).
 */
import * as z from 'zod/mini';
import { MAX_PRACTICE_SEARCH_LENGTH, practiceQuery } from '../rules/practice-query.js';
import type { Right } from '../rules/rights.js';

/**
 * Who may make a call. The server enforces it. A contract without access is for super admins only.
 *
 * - `everyone`: no session needed
 * - `signed-in`: any session
 * - `practice`: members of the practice in the path, or in the query's `practice_id`, task admins and super admins
 * - `practice-or-internal`: the same, and internal staff
 * - `customer`: people who may open a practice that the customer in the path belongs to, and internal staff; everyone else
 *   gets 404
 * - `internal`: internal staff and super admins
 * - `task-admin`: only task admins, because super admin does not imply it
 * - `super-admin`: super admins
 * - `developer`: people with the developer flag, and super admins
 * - `module-team`: a deploy token that opens the module in the path, and super admins
 * - `module-token`: only a deploy token that opens the module in the path
 * - `all-modules`: a deploy token that opens all modules, and super admins
 * - `module`: people who may load the module in the path, and who may open the practice of the query's `practice_id` if
 *   there is one; the calls of a module's own service
 */
export type Access =
  | 'everyone'
  | 'signed-in'
  | 'practice'
  | 'practice-or-internal'
  | 'customer'
  | 'internal'
  | 'task-admin'
  | 'super-admin'
  | 'developer'
  | 'module-team'
  | 'module-token'
  | 'all-modules'
  | 'module';

/**
 * - `exports`: read a whole list
 * - `searches`: look through all practices or customers
 */
export type CallLimit = 'exports' | 'searches';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Answer extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Name of the operation on the OpenAPI page, unique across all calls. */
  readonly name: string;
  readonly method: Method;
  /** Path with `:name` parameters and a trailing slash, e.g. `/api/:practice/provider-hours/`. */
  readonly path: string;
  readonly access: Access;
  /**
   * The right that a member of the practice needs. People with access who are not members need none: task and super admins,
   * and internal staff if `access` includes them. For a call about a customer, the right counts in a practice that the
   * customer belongs to.
   */
  readonly right?: Right;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
  /**
   * Values of `status` in the response that mean success, for calls with their status in the body. Any other value is a
   * failure, even with HTTP 200 (DECISIONS 8).
   */
  readonly okStatus?: readonly string[];
  /** True for calls that pages poll. They don't count as activity and don't extend the session. */
  readonly background?: boolean;
  /**
   * True for calls that move money or create a customer. Each change has an `Idempotency-Key` header. The same key and
   * content make one change and get the same response. A key that was used for another change is rejected.
   */
  readonly idempotent?: boolean;
  /**
   * True for calls that require a person with a second factor to confirm it again if the last time was more than 10
   * minutes ago. Until then, they get 403 `step_up_required`. `password`: a person without a second factor confirms the
   * password instead.
   */
  readonly stepUp?: boolean | 'password';
  /**
   * Set for calls with their own rate limit in addition to the general ones: true for previews that call the payment
   * provider. Too many requests get 429 with `Retry-After`.
   */
  readonly limited?: boolean | CallLimit;
  /**
   * True for calls about a practice that staff who aren't members can make without support access: opening and ending
   * it, and reading the practice's name, which every list shows. All other calls get 403 `support_reason_required` if
   * the operator requires reasons (contracts/support-access).
   */
  readonly needsNoReason?: boolean;
}

/**
 * The same object in a response. A newer server replica can have stored keys that this one doesn't know. Responses omit
 * them, whereas a request body with them is rejected.
 */
export const inAnswer = <Strict extends z.ZodMiniObject>(strict: Strict): Strict =>
  // The type is the same: input and output don't change.
  z.object(strict.shape) as unknown as Strict;

const nothing = z.undefined();
const noParams = z.object({});
const noQuery = z.strictObject({});

type Nothing = typeof nothing;
type NoParams = typeof noParams;
type NoQuery = typeof noQuery;

interface CallSpec<
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
> {
  name: string;
  method: Method;
  path: string;
  access?: Access;
  right?: Right;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  answer: Answer;
  okStatus?: readonly string[];
  background?: boolean;
  idempotent?: boolean;
  stepUp?: boolean | 'password';
  limited?: boolean | CallLimit;
  needsNoReason?: boolean;
}

/**
 * Error code of a call about a practice until the person has given a reason for opening it (contracts/support-access).
 * The error lists practices, one of which must be opened.
 */
export const SUPPORT_REASON_REQUIRED = 'support_reason_required';

/** Error code of a call until the person has confirmed their identity again (contracts/accounts). */
export const STEP_UP_REQUIRED = 'step_up_required';

/**
 * Request header with the id of the page's person. If the session belongs to somebody else by now, the request gets 409
 * `other_person` and does nothing. Callers without a page omit it.
 */
export const PERSON_HEADER = 'x-console-person';

/** Response header that changes with the person's flags, practices and rights. Pages then refetch the session. */
export const ACCESS_HEADER = 'x-console-access';

/**
 * Response header with a practice's number and feature flags, `12 beta_reports,fast_sync`. If a page has different
 * flags, it refetches the practice.
 */
export const FEATURE_FLAGS_HEADER = 'x-console-feature-flags';

/** Error code of a request from a page whose person is no longer signed in, while somebody else is. */
export const OTHER_PERSON = 'other_person';

/** An `Idempotency-Key`: 8 to 100 letters, digits, hyphens and underscores, e.g. a UUID. */
export const idempotencyKey = z.string().check(z.regex(/^[\w-]{8,100}$/));

export function defineCall<
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType = NoParams,
  Query extends z.ZodMiniType = NoQuery,
  Body extends z.ZodMiniType = Nothing,
>(spec: CallSpec<Params, Query, Body, Answer>): Call<Params, Query, Body, Answer> {
  return {
    access: 'super-admin',
    params: noParams as unknown as Params,
    query: noQuery as unknown as Query,
    body: nothing as unknown as Body,
    ...spec,
  };
}

export type ParamsOf<C extends Call> = z.input<C['params']>;
/** The parsed path parameters, e.g. a practice as a number. */
export type ParamValuesOf<C extends Call> = z.output<C['params']>;
export type QueryOf<C extends Call> = z.input<C['query']>;
export type BodyOf<C extends Call> = z.input<C['body']>;
export type AnswerOf<C extends Call> = z.output<C['answer']>;

/** The largest possible practice number: PostgreSQL's largest `integer`. */
export const MAX_PRACTICE_ID = 2_147_483_647;
/**
 * The number of a row, as a number or as text of decimal digits without a leading zero. Other spellings, such as `01`
 * or `0x1`, are rejected (DECISIONS 24).
 */
export const rowNumber = (max: number) =>
  z.pipe(
    z.union([
      z.int(),
      z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'Not a number in decimal digits')), z.transform(Number)),
    ]),
    z.int().check(z.positive(), z.lte(max)),
    // The type of its first version, which coerced any text to a number. Modules use it in their types.
  ) as unknown as ReturnType<typeof z.coerce.number>;

/** A practice in a path, a query or a body. */
export const practiceId = rowNumber(MAX_PRACTICE_ID);
export const practiceParams = z.object({ practice: practiceId });

/** A page number from 1. Smaller numbers mean the first page, and larger ones than exist the last page. */
export const pageNumber = z.coerce.number().check(
  // Any number beyond the last page means the last page.
  z.overwrite((page) => Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, page))),
  z.int(),
  z.overwrite((page) => Math.max(1, page)),
);

/** Part of a practice's name, or its number, also as `No. 12` or `#12`. */
export const practiceSearch = z
  .string()
  .check(z.trim(), z.maxLength(MAX_PRACTICE_SEARCH_LENGTH), z.overwrite(practiceQuery));

/** A page of practices. */
export const pageQuery = z.strictObject({
  page: z._default(pageNumber, 1),
  page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 25),
  search: z.optional(practiceSearch),
});
