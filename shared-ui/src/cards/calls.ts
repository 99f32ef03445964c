/** The calls of cards, which each module makes through its own slice and passes as props. */
import { apiErrorOf } from 'shared-api';
import type { AnswerOf, BodyOf, confirmPaymentMethod, createSetupIntent, PaymentMethod } from 'shared-api/contracts';

export type { PaymentMethod };

/** What a call of RTK Query ends with: the answer's data, or the transport's error. */
export type CallResult<Data> = { data: Data; error?: undefined } | { data?: undefined; error: unknown };

/** The state of a query, with RTK Query's names. */
export interface QueryState<Data> {
  data?: Data | undefined;
  /** The transport's error. */
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export type ConfirmedCard = AnswerOf<typeof confirmPaymentMethod>;

export interface AddCardCalls {
  createIntent: () => PromiseLike<CallResult<AnswerOf<typeof createSetupIntent>>>;
  confirm: (sent: {
    body: BodyOf<typeof confirmPaymentMethod>;
    idempotencyKey: string;
  }) => PromiseLike<CallResult<ConfirmedCard>>;
}

/** Why a call failed, in words for people. */
export const reasonOf = (error: unknown): string => apiErrorOf(error).message;
