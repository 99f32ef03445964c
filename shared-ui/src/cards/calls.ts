/** The card requests. Each module sends them through its own slice and passes them as props. */
import { apiErrorOf } from 'shared-api';
import type {
  AnswerOf,
  BodyOf,
  confirmPaymentMethod,
  createSetupIntent,
  OtherMethod,
  PaymentMethod,
  setDefaultPaymentMethod,
} from 'shared-api/contracts';

export type { OtherMethod, PaymentMethod };

export type StoredMethod = PaymentMethod | OtherMethod;

/** The result of an RTK Query call: the data of the response, or the transport's error. */
export type CallResult<Data> = { data: Data; error?: undefined } | { data?: undefined; error: unknown };

/** The state of a query, named as in RTK Query. */
export interface QueryState<Data> {
  data?: Data | undefined;
  /** The transport's error. */
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export type ConfirmedCard = AnswerOf<typeof confirmPaymentMethod>;

/** The subscriptions that couldn't be moved to a new default card. */
export type MovedSubscriptions = Pick<AnswerOf<typeof setDefaultPaymentMethod>, 'not_moved'>;

export interface AddCardCalls {
  createIntent: () => PromiseLike<CallResult<AnswerOf<typeof createSetupIntent>>>;
  confirm: (sent: {
    body: BodyOf<typeof confirmPaymentMethod>;
    idempotencyKey: string;
  }) => PromiseLike<CallResult<ConfirmedCard>>;
}

/** The message of a failed call. */
export const reasonOf = (error: unknown): string => apiErrorOf(error).message;
