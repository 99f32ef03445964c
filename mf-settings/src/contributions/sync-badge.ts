import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';
import { readSync, syncSentence, syncSeverities } from './sync';

export const contribute: Contributions['nav.badge'] = async (context) => {
  const sync = await readSync(context);
  const { state } = sync.summary;
  const severity = syncSeverities[state];
  if (severity === undefined) return null;
  return {
    severity,
    text: contributionMessages.sync.label,
    label: syncSentence(sync),
    state: contributionMessages.sync.labels[state] ?? contributionMessages.sync.label,
  };
};
