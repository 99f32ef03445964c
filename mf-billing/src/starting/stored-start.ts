/** The dialogs with the form of a new customer, which a reload opens again with what was typed. */

/** The dialog around the form. */
export type StartRequest = { kind: 'trial' | 'start'; planId: string } | { kind: 'new' };

/** The name under which the form of a practice is stored. */
export const newCustomerRecord = (practiceId: number): string => `new-customer ${practiceId}`;

/** The dialog that was open before a reload; null if none was, or if the stored one is unknown. */
export function startRequestIn(stored: unknown): StartRequest | null {
  const { kind, planId } = (stored ?? {}) as { kind?: unknown; planId?: unknown };
  if (kind === 'new') return { kind };
  return (kind === 'trial' || kind === 'start') && typeof planId === 'string' ? { kind, planId } : null;
}
