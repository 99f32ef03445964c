/** All mails of the console. */
import type { Config } from '../config.js';
import { prepareAccountMail } from './account-mails.js';
import { isLinkMail, prepareLinkMailWith } from './link-mails.js';
import type { PrepareMail } from './mail-job.js';

export function prepareMailWith(config: Pick<Config, 'publicUrl'>): PrepareMail {
  const prepareLinkMail = prepareLinkMailWith(config);
  return (db, input, audit) => (isLinkMail(input) ? prepareLinkMail : prepareAccountMail)(db, input, audit);
}
