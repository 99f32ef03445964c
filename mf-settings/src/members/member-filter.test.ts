import { describe, expect, it } from '@jest/globals';
import { filterMembers, pageOf } from './member-filter';
import { aMember } from './testing/member-server';

const jose = aMember({ user_id: 'u-1', name: 'José Núñez', email: 'jose@harbor.example', state: 'invited' });
const marcus = aMember({ user_id: 'u-2', name: 'Marcus Bell', email: 'front-desk@harbor.example' });
const names = (search: string, state: 'all' | 'active' | 'invited' | 'deactivated' = 'all') =>
  filterMembers([jose, marcus], { search, state, page: 1 }).map(({ name }) => name);

describe('filterMembers', () => {
  it.each([
    ['nunez', ['José Núñez']],
    ['BELL marcus', ['Marcus Bell']],
    ['front-desk@', ['Marcus Bell']],
    ['harbor', ['José Núñez', 'Marcus Bell']],
    ['', ['José Núñez', 'Marcus Bell']],
    ['bell nunez', []],
  ])('finds by %j', (search, found) => {
    expect(names(search)).toEqual(found);
  });

  it('keeps one state', () => {
    expect(names('', 'invited')).toEqual(['José Núñez']);
    expect(names('bell', 'invited')).toEqual([]);
  });
});

describe('pageOf', () => {
  const members = Array.from({ length: 60 }, (_, at) => aMember({ user_id: `u-${at}`, name: `Member ${at}` }));

  it.each([
    [1, 1, 25],
    [3, 3, 10],
    [9, 3, 10],
  ])('shows page %i as page %i with %i members', (asked, page, count) => {
    const shown = pageOf(members, asked);
    expect([shown.page, shown.rows.length]).toEqual([page, count]);
  });

  it('has one page without members', () => {
    expect(pageOf([], 4)).toEqual({ rows: [], page: 1 });
  });
});
