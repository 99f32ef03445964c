import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';

const text = contributionMessages.commands;

export const contribute: Contributions['command'] = ({ basePath, practice }) => {
  const mayChange = practice?.rights?.includes('billing') ?? true;
  const path = `${basePath}/subscriptions`;
  return Promise.resolve([
    ...(mayChange
      ? [
          {
            id: 'add-card',
            title: text.addCard,
            keywords: ['payment method', 'credit card', 'debit card', 'new card', 'card expired', 'visa', 'mastercard'],
            path: `${path}/payment-methods?open=add-card`,
          },
          {
            id: 'add-features',
            title: text.addFeatures,
            keywords: ['add-on', 'subscribe', 'buy', 'upgrade', 'plan', 'buy plan'],
            path: `${path}/plans`,
          },
        ]
      : []),
    {
      id: 'invoices',
      title: text.invoices,
      keywords: [
        'invoice',
        'receipt',
        'bill',
        'payments',
        'export',
        'download',
        'CSV',
        'refund',
        'past due',
        'overdue',
        'owe',
      ],
      path: `${path}/payment-history`,
    },
  ]);
};
