import type { Contributions } from 'shared-api';
import { syncStatus } from '../sync-status/messages';
import { contributionMessages } from './messages';
import { readSync, syncSeverities } from './sync';

export const contribute: Contributions['nav.badge'] = async (context) => {
  const { state } = (await readSync(context)).summary;
  const severity = syncSeverities[state];
  if (severity === undefined) return null;
  return {
    severity,
    text: contributionMessages.sync.label,
    label: syncStatus.summary.sentences[state](null),
    state: contributionMessages.sync.labels[state] ?? contributionMessages.sync.label,
  };
};
