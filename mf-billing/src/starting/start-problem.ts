export interface StartAnswers {
  /** Null while none is chosen. */
  customer: { has_payment_method: boolean } | null;
  consent: boolean;
}

/** What keeps a plan from being started, in the specification's order (billing, 5); undefined when nothing does. */
export function startProblem(
  { customer, consent }: StartAnswers,
  messages: { noCustomer: string; noCard: string; noConsent: string },
): string | undefined {
  if (!customer) return messages.noCustomer;
  if (!customer.has_payment_method) return messages.noCard;
  return consent ? undefined : messages.noConsent;
}
