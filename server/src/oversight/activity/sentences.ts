/** The sentence of every action. An action without one doesn't compile. */
import type { AuditAction } from '../../platform/audit/actions.js';
import type { Describe } from './logged-change.js';
import { accessSentences } from './sentences/access-sentences.js';
import { accountSentences } from './sentences/account-sentences.js';
import { billingSentences } from './sentences/billing-sentences.js';
import { consoleSentences } from './sentences/console-sentences.js';
import { hoursSentences } from './sentences/hours-sentences.js';
import { practiceSentences } from './sentences/practice-sentences.js';
import { settingsSentences } from './sentences/settings-sentences.js';

export const sentences: Readonly<Record<AuditAction, Describe>> = {
  ...accessSentences,
  ...accountSentences,
  ...billingSentences,
  ...consoleSentences,
  ...hoursSentences,
  ...practiceSentences,
  ...settingsSentences,
};
