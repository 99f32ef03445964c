import { describe, expect, it } from '@jest/globals';
import type { LoadableModule, Right } from 'shared-api/contracts';
import { resolveRoute, type RouteContext } from './resolve-route';
import { fillPath, matchPath, matchRoute, navigationOf, practiceIn } from './routes';

function aModule(
  name: string,
  audience: LoadableModule['audience'],
  paths: [path: string, area: string, order: number][],
): LoadableModule {
  return {
    name,
    title: name,
    version: '1.0.0',
    audience,
    entry: `/modules/${name}/1.0.0/remoteEntry.js`,
    files: {},
    preload: [],
    shared: [],
    routes: paths.map(([path, area, order]) => ({ path, title: path.split('/').at(-1) ?? '', area, order })),
    overridden: false,
  };
}

const hours = aModule('mf-hours', 'clinic', [
  ['/settings/:practice/practice/provider-hours', 'Practice', 20],
  ['/settings/:practice/practice/provider-hours-worked', 'Practice', 30],
]);
const billing = aModule('mf-billing', 'clinic', [['/settings/:practice/subscriptions/plans', 'Subscriptions', 60]]);
const internal = aModule('mf-admin', 'internal', [
  ['/internal/practices', 'All practices', 10],
  ['/internal/practices/:practice/history', 'Practice', 20],
]);
const modules = [billing, hours, internal];

describe('paths', () => {
  it('matches a path to its pattern segment by segment', () => {
    expect(matchPath('/settings/:practice/practice/provider-hours', '/settings/12/practice/provider-hours/')).toEqual({
      practice: '12',
    });
    expect(matchPath('/settings/:practice', '/settings/12/practice')).toBeNull();
  });

  it('takes a wrongly encoded or differently cased path for another', () => {
    expect(matchPath('/settings/:practice', '/settings/%E0%A4%A')).toBeNull();
    expect(matchPath('/settings/:practice', '/settings/a%20b')).toEqual({ practice: 'a b' });
    expect(matchPath('/settings/:practice', '/Settings/12')).toBeNull();
  });

  it('fills in the parameters of a path', () => {
    expect(fillPath('/internal/practices/:practice/history', { practice: 7 })).toBe('/internal/practices/7/history');
  });

  it('reads the practice from a path', () => {
    expect(practiceIn('/settings/12/practice/provider-hours')).toBe(12);
    expect(practiceIn('/internal/practices/3')).toBe(3);
    expect(practiceIn('/internal/practices')).toBeNull();
    expect(practiceIn('/internal/practices/')).toBeNull();
    expect(practiceIn('/settings/12a/practice/provider-hours')).toBeNull();
    expect(practiceIn('/settings/2147483647')).toBe(2_147_483_647);
    expect(practiceIn('/settings/2147483648')).toBeNull();
  });

  it('finds the module that declares a path', () => {
    expect(matchRoute(modules, '/settings/1/practice/provider-hours')?.module.name).toBe('mf-hours');
    expect(matchRoute(modules, '/settings/1/practice/unknown')).toBeNull();
  });
});

describe('navigationOf', () => {
  it('groups the links by area, in their order across modules', () => {
    expect(navigationOf(modules, 'clinic', 4).map(({ name, links }) => [name, links.map(({ path }) => path)])).toEqual([
      ['Practice', ['/settings/4/practice/provider-hours', '/settings/4/practice/provider-hours-worked']],
      ['Subscriptions', ['/settings/4/subscriptions/plans']],
    ]);
  });

  it('names the right that a page needs and the person doesn’t hold', () => {
    const route = { path: '/settings/:practice/activity', title: 'Activity', area: 'Practice', order: 40 };
    const settings = { ...hours, routes: [...hours.routes, { ...route, right: 'activity' as const }] };
    const missing = (held?: readonly Right[]) =>
      navigationOf([settings], 'clinic', 4, held).flatMap(({ links }) => links.map(({ missing: right }) => right));
    expect(missing(['settings', 'hours'])).toEqual([undefined, undefined, 'activity']);
    expect(missing(['activity'])).toEqual([undefined, undefined, undefined]);
    expect(missing()).toEqual([undefined, undefined, undefined]);
  });

  it('omits pages that need a practice while none is chosen', () => {
    expect(navigationOf(modules, 'internal', null).flatMap(({ links }) => links.map(({ path }) => path))).toEqual([
      '/internal/practices',
    ]);
  });
});

describe('resolveRoute', () => {
  const flags = { super_admin: false, task_admin: false, internal: false, developer: false };
  const practice = { id: 4, name: 'North', time_zone: 'America/Chicago', pms_name: 'opendental' };
  const owner: RouteContext = {
    session: { flags, practices: [{ ...practice, id: 1 }, practice], all_practices: false },
    modules: [billing, hours],
    lastPractice: null,
  };
  const superAdmin: RouteContext = {
    session: { flags: { ...flags, super_admin: true }, practices: [], all_practices: true },
    modules,
    lastPractice: null,
  };
  const staff: RouteContext = {
    session: { flags: { ...flags, internal: true }, practices: [], all_practices: false },
    modules: [internal],
    lastPractice: null,
  };

  it.each([
    ['/', owner, { kind: 'redirect', to: '/settings/1/' }],
    ['/sign-in', { ...owner, lastPractice: 4 }, { kind: 'redirect', to: '/settings/4/' }],
    ['/', { ...owner, lastPractice: 9 }, { kind: 'redirect', to: '/settings/1/' }],
    ['/', superAdmin, { kind: 'choose-practice' }],
    ['/', { ...superAdmin, lastPractice: 9 }, { kind: 'redirect', to: '/settings/9/' }],
    ['/', staff, { kind: 'redirect', to: '/internal/overview' }],
    ['/settings/4/', owner, { kind: 'redirect', to: '/settings/4/overview' }],
    ['/settings/2/practice/provider-hours', owner, { kind: 'no-access' }],
    ['/settings/4/office/user-accounts', owner, { kind: 'not-installed', title: 'User Accounts', practiceId: 4 }],
    ['/settings/4/office/nothing', owner, { kind: 'not-found' }],
    ['/internal/practices', owner, { kind: 'not-found' }],
    ['/account', staff, { kind: 'account' }],
    ['/previews/mf-hours/pr-17', owner, { kind: 'preview', module: 'mf-hours', preview: 'pr-17' }],
    ['/nowhere', superAdmin, { kind: 'not-found' }],
    ['/internal/practices/abc/history', staff, { kind: 'unknown-practice', practice: 'abc' }],
    ['/internal/practices/0/history', staff, { kind: 'unknown-practice', practice: '0' }],
    ['/internal/practices/1.5/history', staff, { kind: 'unknown-practice', practice: '1.5' }],
    ['/internal/practices/2147483648', staff, { kind: 'unknown-practice', practice: '2147483648' }],
    ['/internal/practices/12a/history', owner, { kind: 'not-found' }],
    ['/settings/007/practice/provider-hours', superAdmin, { kind: 'unknown-practice', practice: '007' }],
    ['/settings/99999999999/overview', superAdmin, { kind: 'unknown-practice', practice: '99999999999' }],
    ['/settings/abc/practice/provider-hours', owner, { kind: 'no-access' }],
  ])('resolves %s (case %#)', (pathname, context, place) => {
    expect(resolveRoute(pathname, context)).toEqual(place);
  });

  it('leads a former path of a page to it, with its query', () => {
    const [route] = billing.routes;
    const renamed = { ...billing, routes: route ? [{ ...route, aliases: ['/settings/:practice/money/plans'] }] : [] };
    expect(resolveRoute('/settings/4/money/plans', { ...owner, modules: [renamed] })).toEqual({
      kind: 'redirect',
      to: '/settings/4/subscriptions/plans',
      keepsQuery: true,
    });
  });

  it('resolves a page to its module, route and practice', () => {
    expect(resolveRoute('/settings/4/practice/provider-hours', owner)).toMatchObject({
      kind: 'module',
      match: { module: hours },
      practiceId: 4,
    });
  });
});
