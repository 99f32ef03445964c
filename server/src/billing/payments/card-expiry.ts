import type { PaymentMethod } from 'shared-api/contracts';

const SOON_DAYS = 60;
const DAY_MS = 86_400_000;

/** A card can be charged until the end of its expiry month. Time zones are ignored. @param month 1 to 12 */
export function cardExpiry(month: number, year: number, now: Date): PaymentMethod['expiry'] {
  const expires = Date.UTC(year, month, 1);
  if (now.getTime() >= expires) return 'expired';
  return expires - now.getTime() <= SOON_DAYS * DAY_MS ? 'soon' : 'valid';
}
