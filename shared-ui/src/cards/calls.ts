/** The calls of cards, which each module makes through its own slice and hands on. */
import { type ApiError, serverMessage } from 'shared-api';
import type { AnswerOf, BodyOf, confirmPaymentMethod, createSetupIntent, PaymentMethod } from 'shared-api/contracts';

export type { PaymentMethod };

/** What a call of RTK Query ends with: the answer's data, or the transport's error. */
export type Ended<Data> = { data: Data; error?: undefined } | { data?: undefined; error: unknown };

/** What is being read: RTK Query's own words for it. */
export interface Reading<Data> {
  data?: Data | undefined;
  /** The transport's error. */
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export type ConfirmedCard = AnswerOf<typeof confirmPaymentMethod>;

export interface AddCardCalls {
  createIntent: () => PromiseLike<Ended<AnswerOf<typeof createSetupIntent>>>;
  confirm: (sent: {
    body: BodyOf<typeof confirmPaymentMethod>;
    idempotencyKey: string;
  }) => PromiseLike<Ended<ConfirmedCard>>;
}

/** Why a call failed, in the server's words where it has any. */
export function reasonOf(error: unknown): string {
  return serverMessage(error as ApiError) ?? (error as ApiError).message;
}
