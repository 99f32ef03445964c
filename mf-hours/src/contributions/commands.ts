import type { Contributions } from 'shared-api';
import { contributionMessages } from './messages';

const text = contributionMessages.commands;

export const contribute: Contributions['command'] = ({ basePath }) =>
  Promise.resolve([
    {
      id: 'recalculate',
      title: text.recalculate,
      keywords: ['compute', 'recompute', 'recalculate utilization'],
      path: `${basePath}/practice/provider-hours-worked?ask=recalculate`,
    },
    {
      id: 'export',
      title: text.export,
      keywords: ['export', 'download', 'print', 'report', 'spreadsheet', 'CSV', 'PDF', 'Excel'],
      path: `${basePath}/practice/provider-hours-worked`,
    },
    {
      id: 'time-off',
      title: text.timeOff,
      keywords: [
        'vacation',
        'closed',
        'holiday',
        'exception',
        'close the office',
        'day off',
        'sick',
        'sick day',
        'leave',
        'Christmas',
        'Thanksgiving',
      ],
      path: `${basePath}/practice/provider-hours?view=exceptions`,
    },
  ]);
