export interface StartInput {
  /** Null if none is selected. */
  customer: { has_payment_method: boolean } | null;
  consent: boolean;
}

/** Why a plan can't start, checked in the order of the specification (billing, 5); undefined if it can. */
export function startProblem(
  { customer, consent }: StartInput,
  messages: { noCustomer: string; noCard: string; noConsent: string },
): string | undefined {
  if (!customer) return messages.noCustomer;
  if (!customer.has_payment_method) return messages.noCard;
  return consent ? undefined : messages.noConsent;
}
