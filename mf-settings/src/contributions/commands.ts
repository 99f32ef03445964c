import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';

const text = contributionMessages.commands;

export const contribute: Contributions['command'] = ({ basePath, practice }) =>
  Promise.resolve([
    {
      id: 'sync-now',
      title: text.sync,
      keywords: [
        'synchronize',
        'sync',
        'sync now',
        'sync status',
        'status',
        'update',
        'refresh',
        'agent',
        'PMS',
        'sync broken',
        'not syncing',
        'sync failed',
      ],
      path: `${basePath}/practice/general?search=Sync%20Status`,
    },
    ...(practice?.rights?.includes('members') === false
      ? []
      : [
          {
            id: 'members',
            title: text.members,
            keywords: [
              'people',
              'user',
              'staff',
              'team',
              'role',
              'permission',
              'invite',
              'add a person',
              'add user',
              'remove user',
              'employee',
              'new employee',
            ],
            path: `${basePath}/practice/members`,
          },
        ]),
    ...(practice?.rights?.includes('activity') === false
      ? []
      : [
          {
            id: 'activity',
            title: text.activity,
            keywords: ['audit', 'audit log', 'log', 'history', 'who changed', 'changes', 'undo', 'revert'],
            path: `${basePath}/activity`,
          },
        ]),
  ]);
