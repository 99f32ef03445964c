import { ask, type ContributionContext, contributionPractice } from 'shared-api';
import { readBillingRevision, readUpcomingCharges, type UpcomingCharges } from 'shared-api/contracts';
import { readSharedCharges } from '../charges/shared-charges';

/**
 * Charges are reread after this time even without changes, because their dates are relative, such as "next attempt".
 */
const MAX_AGE_MS = 600_000;

interface Known {
  practiceId: number;
  revision: string;
  readAt: number;
  charges: UpcomingCharges;
}

let known: Known | undefined;

/** The charges of all customers. A response may contain only some of them, and the next one more. */
async function readAll(context: ContributionContext, params: { practice: number }): Promise<UpcomingCharges> {
  // Each response has more than the previous one, so none is reused.
  const { reuse: _reuse, ...own } = context;
  let charges = await ask(readUpcomingCharges, { params }, context);
  for (let before = -1; charges.progress && charges.progress.read > before;) {
    before = charges.progress.read;
    charges = await ask(readUpcomingCharges, { params }, own);
  }
  return charges;
}

/**
 * The upcoming charges, for the card and the badge. They are reread only when the revision has changed, which is cheap
 * to read. A page that has just requested them shares its response.
 */
export async function readCharges(context: ContributionContext): Promise<UpcomingCharges> {
  const { id: practiceId } = contributionPractice(context);
  const shared = await readSharedCharges(practiceId);
  if (shared) return shared;
  const params = { practice: practiceId };
  const current = known?.practiceId === practiceId && Date.now() - known.readAt < MAX_AGE_MS ? known : undefined;
  const asking = ask(readBillingRevision, { params }, context);
  if (current && (await asking).revision === current.revision) return current.charges;
  // The revision read before the charges, so that a change in between is detected the next time.
  const [{ revision }, charges] = await Promise.all([asking, readAll(context, params)]);
  known = { practiceId, revision, readAt: Date.now(), charges };
  return charges;
}
