/** Texts of the activity list of all practices. */
import { plural } from 'shared-api/contracts';

export const activityMessages = {
  title: 'Activity',
  lead: (zone: string) => `Who changed what in all practices and in the console itself. Times are in ${zone}.`,
  leadOfPractice: (name: string, zone: string) => `Who changed what at ${name}. Times are in ${zone}.`,
  loading: 'Loading the practice...',
  practice: 'Practice',
  allPractices: 'All practices',
  failed: 'Couldn’t load this practice. Try again in a minute.',
  approvals: {
    title: 'Waiting for approval',
    description: 'Someone other than the requester has to approve. Requests expire after 24 hours.',
    facts: (by: string, until: string) => `Requested by ${by}, expires ${until}`,
    own: 'You requested this. Someone else has to approve it.',
    notAllowed: 'Only a super admin can decide on promotions.',
    approve: 'Approve',
    approveLabel: (summary: string) => `Approve: ${summary}`,
    decline: 'Decline',
    declineLabel: (summary: string) => `Decline: ${summary}`,
    approveTitle: 'Approve this change?',
    declineTitle: 'Decline this change?',
    approveText: (by: string) => `It takes effect immediately. Requested by ${by}.`,
    declineText: 'Nothing changes. It can be requested again.',
    reason: 'Reason',
    reasonHelp: (by: string) => `Optional. Tells ${by} why. Everyone who opens the activity can read it.`,
    reasonLong: (max: number) => `Use at most ${max} characters`,
    cancel: 'Cancel',
  },
  formerProducts: (count: number) => `${plural(count, 'product')} no longer sold`,
} as const;
