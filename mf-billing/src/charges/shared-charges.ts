/** The upcoming charges that a page has requested, so that the badge in the navigation doesn't request them again. */
import type { UpcomingCharges } from 'shared-api/contracts';

/** How long a response is reused, here and on the page. */
export const CHARGES_MAX_AGE_MS = 15_000;

interface SharedCharges {
  practiceId: number;
  askedAt: number;
  charges: Promise<UpcomingCharges>;
}

let shared: SharedCharges | undefined;

/** @param charges the page's own request, which can be pending or fail */
export function shareCharges(practiceId: number, charges: Promise<UpcomingCharges>): void {
  shared = { practiceId, askedAt: Date.now(), charges };
}

/** @returns undefined if no page has requested the practice's charges recently, or the request failed */
export async function readSharedCharges(practiceId: number): Promise<UpcomingCharges | undefined> {
  if (shared?.practiceId !== practiceId || Date.now() - shared.askedAt >= CHARGES_MAX_AGE_MS) return undefined;
  const charges = await shared.charges.catch(() => undefined);
  return charges?.progress ? undefined : charges;
}
