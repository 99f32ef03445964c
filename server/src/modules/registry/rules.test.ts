import { describe, expect, it } from '@jest/globals';
import { createDeclaration } from '../../testing/module-build.js';
import { type Move, versionBefore, versionsByRecency } from './pointer.js';
import { versionForKit } from './kit.js';
import { inUseSince } from './prune.js';
import {
  canLoad,
  doPathsOverlap,
  parametersOf,
  pathsOutsideAudience,
  practiceOfAddress,
  routeAt,
} from './routes-of-modules.js';

describe('pathsOverlap', () => {
  it.each([
    ['/internal/practices', '/internal/practices', true],
    ['/internal/practices/:practice/history', '/internal/practices/:id/history', true],
    ['/internal/practices/:practice', '/internal/practices/new', true],
    ['/internal/practices', '/internal/practices/:practice', false],
    ['/internal/practices/:practice/history', '/internal/practices/:practice/phone-numbers', false],
    ['/settings/:practice/practice/general', '/settings/:practice/practice/provider-hours', false],
  ])('compares %s with %s: %p', (left, right, overlap) => {
    expect(doPathsOverlap(left, right)).toBe(overlap);
    expect(doPathsOverlap(right, left)).toBe(overlap);
  });
});

describe('pathsOutsideAudience', () => {
  it('returns internal pages of a clinic module, and practice pages of an internal one', () => {
    const mixed = ['/settings/:practice/a', '/internal/a'];
    expect(pathsOutsideAudience(createDeclaration('mf-a', { paths: mixed }))).toEqual(['/internal/a']);
    expect(pathsOutsideAudience(createDeclaration('mf-a', { audience: 'internal', paths: mixed }))).toEqual([
      '/settings/:practice/a',
    ]);
  });
});

describe('routeAt', () => {
  const modules = [
    createDeclaration('mf-hours', { paths: ['/settings/:practice/practice/provider-hours'] }),
    createDeclaration('mf-worked', { paths: ['/settings/:practice/practice/provider-hours/worked'] }),
    createDeclaration('mf-list', { audience: 'internal', paths: ['/internal/practices'] }),
  ];
  it.each([
    ['/settings/12/practice/provider-hours', 'mf-hours'],
    ['/settings/12/practice/provider-hours/', 'mf-hours'],
    ['/settings/12/practice/provider-hours/edit/3', 'mf-hours'],
    ['/settings/12/practice/provider-hours/worked', 'mf-worked'],
    ['/settings/12/practice', undefined],
    ['/internal/practices/4/history', 'mf-list'],
    ['/', undefined],
  ])('resolves %s to %s', (address, name) => {
    expect(routeAt(modules, address)?.module.name).toBe(name);
  });
});

describe('parametersOf', () => {
  it('returns the address’s parameters without unescaping them', () => {
    const route = { path: '/settings/:practice/lists/:list', title: 'Lists', area: 'Test', order: 0 };
    expect([...parametersOf(route, '/settings/12/lists/new%20ones')]).toEqual([
      [':practice', '12'],
      [':list', 'new%20ones'],
    ]);
  });
});

describe('practiceOfAddress', () => {
  it.each([
    ['/settings/12/practice/general', 12],
    ['/settings/12', 12],
    ['/internal/practices/7/history', 7],
    ['/internal/practices', undefined],
    ['/settings/twelve', undefined],
    ['/settings/012', undefined],
    ['/settings/12345678901', undefined],
  ])('resolves %s to %s', (address, practiceId) => {
    expect(practiceOfAddress(address)).toBe(practiceId);
  });
});

describe('mayLoad', () => {
  const viewer = (flags: object, practiceIds: number[] = []) => ({
    flags: { super_admin: false, task_admin: false, internal: false, ...flags },
    memberships: new Set(practiceIds),
  });
  it.each([
    ['people of clinics', viewer({}, [1]), ['clinic']],
    ['people without a practice', viewer({}), []],
    ['task admins', viewer({ task_admin: true }), ['clinic']],
    ['internal staff', viewer({ internal: true }), ['internal']],
    ['internal staff who belong to a clinic', viewer({ internal: true }, [1]), ['clinic', 'internal']],
    ['super admins', viewer({ super_admin: true, internal: true }), ['clinic', 'internal']],
  ])('returns the audiences that %s may load', (_who, who, audiences) => {
    expect((['clinic', 'internal'] as const).filter((audience) => canLoad(who, audience))).toEqual(audiences);
  });
});

describe('versionBefore', () => {
  const promote = (to_version: string) => ({ action: 'promote' as const, to_version });
  const rollback = (to_version: string) => ({ action: 'rollback' as const, to_version });
  const canary = (to_version: string) => ({ action: 'canary' as const, to_version });
  const withdraw = (to_version: string) => ({ action: 'withdraw' as const, to_version });
  it.each([
    ['no promotion', [], undefined],
    ['one promotion', [promote('1')], undefined],
    ['two promotions', [promote('1'), promote('2')], '1'],
    ['a rollback', [promote('1'), promote('2'), rollback('1')], undefined],
    ['a rollback and another promotion', [promote('1'), promote('2'), rollback('1'), promote('3')], '1'],
    ['promoting an earlier version again', [promote('1'), promote('2'), promote('1')], '2'],
    ['a withdrawn canary', [promote('1'), promote('2'), canary('3'), withdraw('2')], '1'],
    ['a promoted canary', [promote('1'), canary('2'), canary('2'), promote('2')], '1'],
    ['a rollback after a canary', [promote('1'), promote('2'), canary('3'), withdraw('2'), rollback('1')], undefined],
  ])('returns the previous version, if any, after %s', (_when, moves, before) => {
    expect(versionBefore(moves)).toBe(before);
  });
});

describe('versionsByRecency', () => {
  const move = (action: Move['action'], to_version: string, by_person = true) => ({
    action,
    to_version,
    by_person,
    offered_to: by_person ? null : '1.9.0',
  });
  it.each([
    ['promotions', [move('promote', '1'), move('promote', '2')], ['2', '1']],
    [
      'promoting an earlier version again',
      [move('promote', '1'), move('promote', '2'), move('promote', '1')],
      ['1', '2', '1'],
    ],
    ['a rollback', [move('promote', '1'), move('promote', '2'), move('rollback', '1')], ['1']],
    ['canaries of people', [move('promote', '1'), move('canary', '2'), move('withdraw', '1')], ['1']],
    ['an offered version', [move('promote', '1'), move('canary', '2', false)], ['2', '1']],
    ['a promotion after it', [move('promote', '1'), move('canary', '2', false), move('promote', '3')], ['3', '2', '1']],
    [
      'a rollback after it',
      [move('promote', '1'), move('promote', '2'), move('canary', '3', false), move('rollback', '1')],
      ['1', '3'],
    ],
  ])('lists versions after %s', (_when, moves, versions) => {
    expect(versionsByRecency(moves).map(({ version }) => version)).toEqual(versions);
  });
});

describe('versionForKit', () => {
  const versions = ['^2.0.0', '^1.9.0', '^1.7.0'].map((shared_ui) => ({ shared_ui }));
  it.each([
    ['2.1.0', '^2.0.0'],
    ['1.10.0', '^1.9.0'],
    ['1.8.0', '^1.7.0'],
    ['2.1.0-beta.1', '^2.0.0'],
    ['3.0.0', '^2.0.0'],
    ['1.6.0', undefined],
    [undefined, '^2.0.0'],
  ])('gives a page with shared-ui %s the version for %s', (kit, range) => {
    expect(versionForKit(versions, kit)?.shared_ui).toBe(range);
  });
  it.each([
    ['to this kit', '1.9.0', '2'],
    ['to another kit', '1.7.0', '1'],
    ['by an earlier release, which did not say to which kit', null, '1'],
  ])('compares a version offered %s with the live one', (_to, offeredTo, version) => {
    const recent = [
      { version: '2', shared_ui: '^1.7.0', offeredTo },
      { version: '1', shared_ui: '^1.7.0' },
    ];
    expect(versionForKit(recent, '1.9.0')?.version).toBe(version);
    // Better than no version.
    expect(versionForKit(recent.slice(0, 1), '1.9.0')?.version).toBe('2');
  });
});

describe('inUseSince', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 0, number));
  const move = (to: string, number: number, action: Move['action'] = 'promote', from: string | null = null) => ({
    action,
    from_version: from,
    to_version: to,
    moved_at: day(number),
    by_person: true,
    offered_to: null,
  });
  it('includes the live version, however long it has been live', () => {
    expect([...inUseSince([move('1', 1)], new Date(Date.UTC(2026, 11, 1)))]).toEqual(['1']);
  });
  it('includes a version that was replaced after that day, and none replaced before', () => {
    const moves = [move('1', 1), move('2', 5), move('3', 20)];
    expect([...inUseSince(moves, day(10))]).toEqual(['2', '3']);
  });
  it('includes a canary, however long it has run', () => {
    const moves = [move('1', 1), move('2', 2, 'canary', '1')];
    expect([...inUseSince(moves, day(30))]).toEqual(['1', '2']);
  });
  it('includes a canary that was withdrawn after that day, and none withdrawn before', () => {
    const canary = (version: string, begun: number, ended: number) => [
      move(version, begun, 'canary', '1'),
      move('1', ended, 'withdraw', version),
    ];
    const moves = [move('1', 1), ...canary('2', 2, 9), ...canary('3', 10, 11)];
    expect([...inUseSince(moves, day(10))].sort()).toEqual(['1', '3']);
  });
  it('includes versions that servers offer to their own pages, and a canary at that time', () => {
    const offer = (version: string, at: number, offered_to: string) => ({
      ...move(version, at, 'canary', '1'),
      by_person: false,
      offered_to,
    });
    const offers = [offer('3', 3, '1.7.0'), offer('4', 4, '1.9.0'), offer('5', 5, '1.9.0')];
    const moves = [move('1', 1), move('2', 2, 'canary', '1'), ...offers];
    expect([...inUseSince(moves, day(30))].sort()).toEqual(['1', '2', '3', '5']);
  });
  it('ignores canaries when it determines which earlier live version was in use', () => {
    const moves = [move('1', 1), move('2', 2), move('3', 20, 'canary', '2'), move('2', 21, 'withdraw', '3')];
    expect([...inUseSince(moves, day(10))].sort()).toEqual(['2', '3']);
  });
});
