import type { FastifyInstance } from 'fastify';
import * as contracts from 'shared-api/contracts';
import type { PracticesContext } from '../context.js';
import { addRoute } from '../../platform/http/contract-route.js';
import { isStaff, personOf } from '../../platform/http/principal.js';
import { searchPractices } from './practices-repository.js';
import { readPractice, withRights } from '../../access/practice-records/practice-lookups.js';

export function practicesRoutes(app: FastifyInstance, { db }: PracticesContext): void {
  addRoute(app, contracts.listPractices, async ({ query, request }) => {
    const person = personOf(request);
    const opensAll = isStaff(person);
    const { results, count, isClosest } = await searchPractices(db, {
      search: query.search ?? '',
      memberId: opensAll ? undefined : person.id,
      page: query.page,
      pageSize: query.page_size,
    });
    return {
      results: results.map((practice) => withRights(person, practice)),
      count,
      ...(isClosest && { closest: true }),
    };
  });

  addRoute(app, contracts.readPractice, async ({ params, request }) =>
    withRights(personOf(request), await readPractice(db, params.practice)),
  );
}
