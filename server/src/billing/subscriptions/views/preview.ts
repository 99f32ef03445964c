/** Previews the cost and effect of a change, using the provider's previews. Changes nothing. */
import type { ChangeToPreview, CostPreview } from 'shared-api/contracts';
import type { BillingContext } from '../billing-context.js';
import { planTrialCancellation } from '../commands/cancel.js';
import { whileSold } from '../commands/still-sold.js';
import { previewCancellation, previewEnd, previewEndOfUnpaid } from './preview-end.js';
import { previewAddition, previewRemoval, previewSwitch, previewUndo } from './preview-items.js';
import type { PreviewContext } from './preview-parts.js';
import { previewStart } from './preview-start.js';

/** @throws AppError when the change itself would fail */
export const previewChange = (context: BillingContext, change: ChangeToPreview, now: Date): Promise<CostPreview> =>
  whileSold(context, now, () => preview({ ...context, now }, change));

async function preview(context: PreviewContext, change: ChangeToPreview): Promise<CostPreview> {
  const { db, practiceId } = context;
  switch (change.kind) {
    case 'add':
      return previewAddition(context, change);
    case 'switch':
      return previewSwitch(context, change);
    case 'remove':
      return previewRemoval(context, change);
    case 'undo-removal':
      return previewUndo(context, change);
    case 'cancel':
      return previewCancellation(context, change);
    case 'end-unpaid':
      return previewEndOfUnpaid(context, change.subscription_id);
    case 'cancel-trial': {
      const trial = { planId: change.plan_id, trialId: change.trial_id };
      return previewEnd(context, await planTrialCancellation(db, practiceId, trial));
    }
    case 'start':
    case 'trial': {
      const { plan_id: plan, customer_id: customerId, optional_features: selected } = change;
      return previewStart(context, { plan, customer: customerId, selected }, change.kind === 'trial');
    }
  }
}
