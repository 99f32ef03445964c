/** What is chosen in a dialog of the subscriptions. A reload opens the dialog again with it. */
import { type StoredForm, useStoredForm } from 'shared-ui';
import { usePractice } from 'shared-ui/remote';

/** A dialog that starts a plan, or a subscription of any plan. */
export type StartRequest = { kind: 'trial' | 'start'; planId: string } | { kind: 'new' };

const subscriptionKinds = ['add', 'switch', 'card', 'cancel', 'end-unpaid'] as const;

/** A dialog that changes a subscription. */
interface SubscriptionRequest {
  kind: (typeof subscriptionKinds)[number];
  subscriptionId: string;
}

export type ChoiceRequest = StartRequest | SubscriptionRequest;

/** The name under which the choice of a practice is stored. */
export const choiceRecord = (practiceId: number): string => `subscription-choice ${practiceId}`;

/** The name under which the form of a new customer is stored. */
export const newCustomerRecord = (practiceId: number): string => `new-customer ${practiceId}`;

/** The dialog that was open before a reload; null if none was, or if the stored one is unknown. */
export function choiceRequestIn(stored: unknown): ChoiceRequest | null {
  const { kind, planId, subscriptionId } = (stored ?? {}) as Partial<Record<string, unknown>>;
  if (kind === 'new') return { kind };
  if (kind === 'trial' || kind === 'start') return typeof planId === 'string' ? { kind, planId } : null;
  const known = subscriptionKinds.find((one) => one === kind);
  return known !== undefined && typeof subscriptionId === 'string' ? { kind: known, subscriptionId } : null;
}

export const isIdOrNone = (value: unknown): value is string | null => value === null || typeof value === 'string';

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

/**
 * The choice in a dialog, which a reload keeps. The consent to terms and the card of one payment are no part of it: they are
 * given to an amount that the person has in view.
 *
 * @param isChoice validates a stored choice
 */
export function useStoredChoice<Choice>(
  request: ChoiceRequest,
  initial: Choice,
  isChoice: (stored: unknown) => boolean,
): StoredForm<Choice> {
  return useStoredForm<Choice>({ record: choiceRecord(usePractice().id), request, initial, isForm: isChoice });
}
