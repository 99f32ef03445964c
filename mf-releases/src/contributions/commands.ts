import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';

const text = contributionMessages.commands;

export const contribute: Contributions['command'] = () =>
  Promise.resolve([
    {
      id: 'health',
      title: text.health,
      keywords: [
        'release',
        'canary',
        'withdraw',
        'version',
        'deploy',
        'publish',
        'rollback',
        'roll back',
        'undo release',
      ],
      path: '/internal/modules',
    },
    {
      id: 'settings',
      title: text.settings,
      keywords: ['configure', 'operator', 'default'],
      path: '/internal/module-settings',
    },
  ]);
