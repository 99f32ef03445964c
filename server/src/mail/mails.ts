/** All mails of the console. */
import type { Config } from '../config.js';
import { prepareAccountMail } from './account-mails.js';
import { isApprovalMail, prepareApprovalMailWith } from './approval-mails.js';
import { isInvitationMail, prepareInvitationMailWith } from './invitation-mails.js';
import { isLinkMail, prepareLinkMailWith } from './link-mails.js';
import type { PrepareMail } from './mail-job.js';

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
