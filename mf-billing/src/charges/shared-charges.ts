/** The upcoming charges that a page has asked for, so that the badge next to it doesn't ask for them again. */
import type { UpcomingCharges } from 'shared-api/contracts';

/** For this long after it was asked for, an answer counts as current, as it does for the page itself. */
export const SHARED_FOR_MS = 15_000;

interface SharedCharges {
  practiceId: number;
  askedAt: number;
  charges: Promise<UpcomingCharges>;
}

let shared: SharedCharges | undefined;

/** @param charges the page's own request, which may still be running or fail */
export function shareCharges(practiceId: number, charges: Promise<UpcomingCharges>): void {
  shared = { practiceId, askedAt: Date.now(), charges };
}

/** @returns undefined if no page has asked for the practice's charges lately, or its request failed */
export async function readSharedCharges(practiceId: number): Promise<UpcomingCharges | undefined> {
  if (shared?.practiceId !== practiceId || Date.now() - shared.askedAt >= SHARED_FOR_MS) return undefined;
  const charges = await shared.charges.catch(() => undefined);
  return charges?.progress ? undefined : charges;
}
