import { type Contributions, contributionPractice } from 'shared-api';

export const contribute: Contributions['command'] = (context) =>
  Promise.resolve([
    {
      id: 'transfer',
      title: 'Transfer phone numbers to another account',
      keywords: ['twilio', 'voice', 'move', 'port', 'sub-account'],
      path: `/internal/practices/${contributionPractice(context).id}/phone-numbers`,
    },
  ]);
