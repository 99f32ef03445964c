import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';

const text = contributionMessages.commands;

export const contribute: Contributions['command'] = () =>
  Promise.resolve([
    {
      id: 'add-bundle',
      title: text.addBundle,
      keywords: ['bulk', 'feature', 'flag', 'remove', 'grant'],
      path: '/internal/practices',
    },
    {
      id: 'past-due',
      title: text.pastDue,
      keywords: ['overdue', 'debt', 'unpaid'],
      path: '/internal/practices?state=past_due',
    },
    {
      id: 'approvals',
      title: text.approvals,
      keywords: ['approve', 'decline', 'second person'],
      path: '/internal/overview',
    },
    { id: 'insiders', title: text.insiders, keywords: ['beta'], path: '/internal/practices?insider=true' },
  ]);
