import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import {
  type ActivityItem,
  listActivity,
  listActivityActors,
  listAllActivity,
  listAllActivityActors,
} from 'shared-api/contracts/activity';
import { answer, reply } from 'shared-api/testing';
import { accessibilityViolations } from 'shared-ui/testing';
import { remotePages } from 'shared-ui/testing/pages';
import * as lifecycles from '../index';

const pages = remotePages(lifecycles);
pages.around();

const item: ActivityItem = {
  id: '1795532400000000-00000000-0000-7000-8000-000000000001',
  practice_id: 12,
  practice_name: 'Harbor Dental',
  at: Date.parse('2026-11-20T15:12:00Z') / 1000,
  actor: { kind: 'person', name: 'Iris Okafor' },
  area: 'access',
  sentence: [
    { kind: 'text', text: 'turned on ' },
    { kind: 'added', text: 'Beta reports' },
  ],
  changes: [],
  link: '/internal/practices/12/subscriptions',
  revert: null,
};
const page = { results: [item], next: null, hidden_areas: [] };
const actors = { actors: [] };

const internal = { super_admin: false, task_admin: false, internal: true, developer: false };
const open = (search = '') => pages.open({ route: '/internal/activity', search, flags: internal });

it('lists changes of all practices, and narrows to one', async () => {
  const queries: unknown[] = [];
  pages.network.use(
    answer(listAllActivity, ({ query }) => {
      queries.push(query);
      return reply(listAllActivity, { ...page, practice_name: null, time_zone: 'UTC' });
    }),
    answer(listAllActivityActors, () => reply(listAllActivityActors, actors)),
    answer(listActivity, () =>
      reply(listActivity, { ...page, practice_name: 'Harbor Dental', time_zone: 'America/Denver' }),
    ),
    answer(listActivityActors, () => reply(listActivityActors, actors)),
  );
  const { user, address } = await open('?area=bulk');
  await user.click(await screen.findByRole('link', { name: 'Activity of Harbor Dental' }));
  expect(address()).toBe('/internal/activity?practice=12');
  expect(await screen.findByText(/Who changed what at Harbor Dental\. Times are in Denver/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Activity of Harbor Dental' })).toBeNull();
  expect(queries[0]).toMatchObject({ area: 'bulk', page_size: 50 });
  expect(await accessibilityViolations()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'All practices' }));
  expect(address()).toBe('/internal/activity');
});
