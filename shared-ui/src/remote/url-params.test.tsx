import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { remoteProps } from 'shared-api/testing';
import type { ReactNode } from 'react';
import { choiceParam, dateParam, flagParam, optionalParam, pageParam, textParam, urlParams } from './url-params';
import { RemoteContext } from './use-remote';
import { useUrlParams } from './use-url-params';

interface Params {
  name: string;
  active: boolean;
  sort: 'date' | 'name';
  since: string | null;
  record: string | null;
  page: number;
}

const params = urlParams<Params>({
  name: textParam('name', 10),
  active: flagParam('active'),
  sort: choiceParam('sort', ['date', 'name'], 'date'),
  since: dateParam('since'),
  record: optionalParam('record'),
  page: pageParam('page'),
});
const defaults: Params = { name: '', active: false, sort: 'date', since: null, record: null, page: 1 };

describe('urlParams', () => {
  it.each<[string, Partial<Params>]>([
    ['', {}],
    ['?name=a%26b+c', { name: 'a&b c' }],
    ['?active=true&page=7', { active: true, page: 7 }],
    ['?sort=name&since=2026-02-28&record=r-1', { sort: 'name', since: '2026-02-28', record: 'r-1' }],
  ])('reads %j and writes it back unchanged', (search, values) => {
    expect(params.parse(search)).toEqual({ ...defaults, ...values });
    expect(params.write('', { ...defaults, ...values })).toBe(search);
  });

  it.each(['?page=0', '?page=1.5', '?page=x', '?active=1', '?sort=size', '?since=2026-02-30', '?name=%20%20'])(
    'falls back to the default for the invalid %j',
    (search) => expect(params.parse(search)).toEqual(defaults),
  );

  it('truncates text that is too long', () => {
    expect(params.parse('?name=abcdefghijklm').name).toBe('abcdefghij');
  });

  it('keeps unknown parameters', () => {
    expect(params.write('?tab=2&page=4&name=x', defaults)).toBe('?tab=2');
  });

  it('reads and writes prefixed names', () => {
    const part = urlParams<{ page: number }>({ page: pageParam('page') }, 'history_');
    expect(part.parse('?page=2&history_page=3')).toEqual({ page: 3 });
    expect(part.write('?page=2', { page: 4 })).toBe('?page=2&history_page=4');
  });
});

describe('useUrlParams', () => {
  const open = (search: string) => {
    const shell = { notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 };
    const navigations: [string, boolean][] = [];
    const props = remoteProps(shell, {}, `https://console.test/list${search}`);
    const recorded = {
      ...props,
      navigate: (to: string, options: { replace?: boolean } = {}) => {
        navigations.push([to, options.replace === true]);
        props.navigate(to, options);
      },
    };
    const wrapper = ({ children }: { children: ReactNode }) => (
      <RemoteContext.Provider value={recorded}>{children}</RemoteContext.Provider>
    );
    const { result } = renderHook(() => useUrlParams(params), { wrapper });
    return { navigations, result };
  };

  it('adds a history entry for each change, and keeps other parameters', () => {
    const { navigations, result } = open('?name=smile&tab=2');
    act(() => result.current[1]({ page: 3 }));
    expect(navigations).toEqual([['/list?name=smile&tab=2&page=3', false]]);
    expect(result.current[0]).toEqual({ ...defaults, name: 'smile', page: 3 });
  });

  it('returns to the first page after any other parameter changes', () => {
    const { navigations, result } = open('?page=3&name=smile');
    act(() => result.current[1]({ name: 'smiles' }, { replace: true }));
    expect(navigations).toEqual([['/list?name=smiles', true]]);
  });

  it('adds no history entry when nothing changes', () => {
    const { navigations, result } = open('?sort=date&active=false');
    act(() => result.current[1]({ sort: 'date' }));
    expect(navigations).toEqual([]);
  });

  it('applies to changes made since the last render', () => {
    const { result } = open('');
    const [, change] = result.current;
    act(() => {
      change({ active: true });
      change({ sort: 'name' });
    });
    expect(result.current[0]).toEqual({ ...defaults, active: true, sort: 'name' });
  });
});
