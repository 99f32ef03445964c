/** All mails of the console. */
import type { Config } from './platform/config/config.js';
import { prepareAccountMail } from './access/accounts/account-mails.js';
import { isApprovalMail, prepareApprovalMailWith } from './access/approvals/approval-mails.js';
import { isInvitationMail, prepareInvitationMailWith } from './access/members/invitation-mails.js';
import { isLinkMail, prepareLinkMailWith } from './access/accounts/link-mails.js';
import type { PrepareMail } from './platform/mail/mail-job.js';

export function prepareMailWith(config: Pick<Config, 'publicUrl' | 'localAccounts'>): PrepareMail {
  const prepareLinkMail = prepareLinkMailWith(config);
  const prepareInvitationMail = prepareInvitationMailWith(config);
  const prepareApprovalMail = prepareApprovalMailWith(config);
  return (db, input, audit) => {
    if (isLinkMail(input)) return prepareLinkMail(db, input, audit);
    if (isInvitationMail(input)) return prepareInvitationMail(db, input, audit);
    if (isApprovalMail(input)) return prepareApprovalMail(db, input, audit);
    return prepareAccountMail(db, input, audit);
  };
}
