import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';

const text = contributionMessages.commands;

export const contribute: Contributions['command'] = ({ basePath, practice }) =>
  Promise.resolve([
    {
      id: 'sync-now',
      title: text.sync,
      keywords: ['synchronize', 'update', 'refresh', 'agent'],
      path: `${basePath}/practice/general?search=Sync%20Status`,
    },
    ...(practice?.rights?.includes('members') === false
      ? []
      : [
          {
            id: 'members',
            title: text.members,
            keywords: ['people', 'users', 'staff', 'team', 'roles', 'permissions', 'invite', 'add a person'],
            path: `${basePath}/practice/members`,
          },
        ]),
    ...(practice?.rights?.includes('activity') === false
      ? []
      : [
          {
            id: 'activity',
            title: text.activity,
            keywords: ['audit', 'log', 'history', 'who changed', 'export', 'undo', 'revert'],
            path: `${basePath}/activity`,
          },
        ]),
  ]);
