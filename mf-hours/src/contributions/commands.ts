import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';

const text = contributionMessages.commands;

export const contribute: Contributions['command'] = ({ basePath }) =>
  Promise.resolve([
    {
      id: 'recalculate',
      title: text.recalculate,
      keywords: ['compute', 'utilization', 'hours worked'],
      path: `${basePath}/practice/provider-hours-worked?ask=recalculate`,
    },
    {
      id: 'export',
      title: text.export,
      keywords: ['download', 'print', 'report', 'spreadsheet'],
      path: `${basePath}/practice/provider-hours-worked`,
    },
    {
      id: 'time-off',
      title: text.timeOff,
      keywords: ['vacation', 'closed', 'holiday', 'exception', 'close the office', 'sick', 'leave'],
      path: `${basePath}/practice/provider-hours?view=exceptions`,
    },
  ]);
