/** Creates a slice's endpoints from contracts, with the contract's argument and response types. */
import type { EndpointBuilder, MutationDefinition, QueryDefinition } from '@reduxjs/toolkit/query/react';
import { type AnswerMeta, type ApiRequest, type CallArguments, request } from 'shared-api';
import type { AnswerOf, BodyOf, Call, ParamValuesOf, QueryOf } from 'shared-api/contracts';
import type { RemoteBaseQuery } from './redux-parts';

/** Path parameters and the other parts of a request in one object. */
type CallFields<C extends Call> = (string extends keyof ParamValuesOf<C> ? unknown : ParamValuesOf<C>) &
  (undefined extends BodyOf<C> ? { body?: BodyOf<C> } : { body: BodyOf<C> }) & {
    query?: QueryOf<C>;
    /** The record version that the change is based on. */
    etag?: string | undefined;
    idempotencyKey?: string | undefined;
  };

/** The default argument of an endpoint; optional when the contract requires nothing. */
export type CallArg<C extends Call> =
  Record<never, never> extends CallFields<C> ? CallFields<C> | undefined : CallFields<C>;

interface RequestOptions<C extends Call, Arg, Result> {
  /** Converts the module's own argument to a request. */
  request?: (arg: Arg) => CallArguments<C>;
  /** Converts the response and its ETag to the result. */
  result?: (answer: AnswerOf<C>, meta: AnswerMeta | undefined) => Result;
}

type QueryOptions<C extends Call, Arg, Result, Tags extends string, Path extends string> = RequestOptions<
  C,
  Arg,
  Result
> &
  Pick<
    QueryDefinition<Arg, RemoteBaseQuery, Tags, Result, Path>,
    'keepUnusedDataFor' | 'onQueryStarted' | 'providesTags'
  >;

type MutationOptions<C extends Call, Arg, Result, Tags extends string, Path extends string> = RequestOptions<
  C,
  Arg,
  Result
> &
  Pick<MutationDefinition<Arg, RemoteBaseQuery, Tags, Result, Path>, 'invalidatesTags' | 'onQueryStarted'>;

function toArguments<C extends Call>(arg: CallArg<C>): CallArguments<C> {
  const { body, query, etag, idempotencyKey, ...params } = (arg ?? {}) as Record<string, unknown>;
  return { params, body, query, ifMatch: etag, idempotencyKey } as unknown as CallArguments<C>;
}

function definitionOf<C extends Call, Arg, Result>(call: C, options: RequestOptions<C, Arg, Result>) {
  const { request: toRequest, result, ...rest } = options;
  return {
    ...rest,
    query: (arg: Arg): ApiRequest => request(call, toRequest ? toRequest(arg) : toArguments(arg as CallArg<C>)),
    transformResponse: (answer: AnswerOf<C>, meta: AnswerMeta | undefined): Result =>
      result ? result(answer, meta) : (answer as Result),
  };
}

/**
 * Creates endpoints from contracts. `NoInfer` keeps the general types of `createApi` from widening an endpoint's types.
 * The argument type distributes over unions, because a hook would otherwise reject every member of the union.
 *
 * @example
 * endpoints: (build) => {
 *   const { query, mutation } = endpointsOf(build);
 *   return { listMembers: query(listMembers, { providesTags: ['members'] }), addMember: mutation(addMember) };
 * }
 */
export function endpointsOf<Tags extends string, Path extends string>(
  build: EndpointBuilder<RemoteBaseQuery, Tags, Path>,
) {
  return {
    query: <C extends Call, Arg = CallArg<C>, Result = AnswerOf<C>>(
      call: C,
      options: QueryOptions<C, Arg, Result, Tags, Path> = {},
    ): QueryDefinition<Arg extends unknown ? NoInfer<Arg> : never, RemoteBaseQuery, Tags, NoInfer<Result>, Path> =>
      build.query<Result, Arg>(definitionOf(call, options) as never),
    mutation: <C extends Call, Arg = CallArg<C>, Result = AnswerOf<C>>(
      call: C,
      options: MutationOptions<C, Arg, Result, Tags, Path> = {},
    ): MutationDefinition<Arg extends unknown ? NoInfer<Arg> : never, RemoteBaseQuery, Tags, NoInfer<Result>, Path> =>
      build.mutation<Result, Arg>(definitionOf(call, options) as never),
  };
}
