import { searchPractices } from '../practices/directory/practices-repository.js';
import { addPractice } from '../practices/directory/practices-service.js';
import { type Command, formatTable } from './run.js';

const MAX_LIST_LENGTH = 50;

export const practiceCommands: readonly Command[] = [
  {
    usage: 'practice add <name>',
    summary: 'add a practice; prints its number',
    options: {
      'time-zone': { type: 'string', summary: 'such as America/Chicago (the default)' },
      pms: { type: 'string', summary: 'opendental (the default), dentrix, eaglesoft16 …' },
    },
    async run({ db, args, options, audit, io }) {
      const { 'time-zone': timeZone, pms } = options;
      const id = await addPractice(
        db,
        {
          name: args['name'] ?? '',
          timeZone: typeof timeZone === 'string' ? timeZone : 'America/Chicago',
          pmsName: typeof pms === 'string' ? pms : 'opendental',
        },
        audit,
      );
      io.out(String(id));
    },
  },
  {
    usage: 'practice list',
    summary: `list practices by name, at most ${MAX_LIST_LENGTH}`,
    options: { search: { type: 'string', summary: 'part of the name, or first digits of the number' } },
    async run({ db, options, io }) {
      const search = typeof options['search'] === 'string' ? options['search'] : '';
      const practices = await searchPractices(db, { search, memberId: undefined, page: 1, pageSize: MAX_LIST_LENGTH });
      formatTable(practices.results.map((row) => [String(row.id), row.name, row.time_zone, row.pms_name])).forEach(
        io.out,
      );
      if (practices.count > practices.results.length)
        io.out(`… and ${practices.count - practices.results.length} more`);
    },
  },
];
