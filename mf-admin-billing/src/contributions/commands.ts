import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';

const text = contributionMessages.commands;

export const contribute: Contributions['command'] = () =>
  Promise.resolve([
    {
      id: 'add-bundle',
      title: text.addBundle,
      keywords: ['bulk', 'bulk change', 'add a feature', 'add a flag', 'remove', 'grant'],
      path: '/internal/practices',
    },
    {
      id: 'past-due',
      title: text.pastDue,
      keywords: ['past due', 'overdue', 'debt', 'unpaid', 'owe', 'declined', 'failed payment'],
      path: '/internal/practices?state=past_due',
    },
    {
      id: 'approvals',
      title: text.approvals,
      keywords: ['approval', 'approve', 'decline', 'second person', 'four eyes'],
      path: '/internal/overview',
    },
    { id: 'insiders', title: text.insiders, keywords: ['beta'], path: '/internal/practices?insider=true' },
  ]);
