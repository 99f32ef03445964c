import type { Contributions } from 'shared-api';
import { ANY_PRACTICE } from 'shared-api/contracts';

export const contribute: Contributions['command'] = ({ practice }) =>
  Promise.resolve([
    {
      id: 'transfer',
      title: 'Transfer phone numbers to another account',
      keywords: ['twilio', 'phone number', 'move numbers', 'port', 'port number', 'sub-account', 'twilio transfer'],
      path: `/internal/practices/${practice?.id ?? ANY_PRACTICE}/phone-numbers`,
    },
  ]);
