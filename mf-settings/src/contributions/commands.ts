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
            keywords: ['people', 'users', 'roles', 'permissions', 'invite'],
            path: `${basePath}/practice/members`,
          },
        ]),
  ]);
