/** Changes that need a second person's approval (docs/decisions/0064). */
import * as z from 'zod/mini';
import { defineCall } from './call.js';

/** Maximum length of the reason for declining a request. */
export const MAX_DECLINE_REASON_LENGTH = 500;

export const approvalKinds = ['promotion', 'manifest', 'bulk_change'] as const;

export const approval = z.object({
  id: z.string(),
  kind: z.enum(approvalKinds),
  /** The requested change, e.g. "Add Data Export to 1,240 practices". */
  summary: z.string(),
  requested_by: z.string(),
  /** Epoch seconds. */
  requested_at: z.int(),
  expires_at: z.int(),
  /** True if the caller requested it and so can't approve it. */
  own: z.boolean(),
  /** True if the caller has the right to decide on it. */
  may_decide: z.boolean(),
});
export type Approval = z.infer<typeof approval>;

const params = z.object({ approval: z.uuid('Must be the id of a request') });
const decided = z.object({
  status: z.literal('success'),
  message: z.string(),
  /** Id of the started bulk change, for `readBulkJob`. */
  bulk_change_id: z.optional(z.string()),
  /** The same id under its original name. */
  job_id: z.optional(z.string()),
});

export const listApprovals = defineCall({
  name: 'listApprovals',
  method: 'GET',
  path: '/api/approvals/',
  access: 'internal',
  summary: 'Promotions and bulk changes that wait for approval, oldest first',
  answer: z.object({ approvals: z.array(approval) }),
});

export const approveRequest = defineCall({
  name: 'approveRequest',
  method: 'POST',
  path: '/api/approvals/:approval/approve/',
  access: 'internal',
  stepUp: true,
  summary: 'Approve and execute a change that someone else requested',
  params,
  answer: decided,
});

export const declineRequest = defineCall({
  name: 'declineRequest',
  method: 'POST',
  path: '/api/approvals/:approval/decline/',
  access: 'internal',
  summary: 'Decline a requested change, or withdraw one’s own request',
  params,
  body: z.strictObject({
    /** Shown to the requester. */
    reason: z.optional(
      z
        .string('Must be text')
        .check(
          z.trim(),
          z.minLength(1, 'Must not be empty'),
          z.maxLength(MAX_DECLINE_REASON_LENGTH, `Use at most ${MAX_DECLINE_REASON_LENGTH} characters`),
        ),
    ),
  }),
  answer: decided,
});
