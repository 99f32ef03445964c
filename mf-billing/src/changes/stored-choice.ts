/** Choices in the subscription dialogs. A reload reopens the dialog with its choice. */
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

/** The storage name of a practice's choice. */
export const choiceRecord = (practiceId: number): string => `subscription-choice ${practiceId}`;

/** The storage name of the new customer form. */
export const newCustomerRecord = (practiceId: number): string => `new-customer ${practiceId}`;

/** The dialog that was open before a reload. Null if there was none or it is unknown. */
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
 * A dialog's choice, kept across a reload. It excludes the consent and the card of a single payment, because both apply
 * to the amount that the person sees.
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
