import { describe, expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { filterParams } from './use-list-filter';
import { openHours, serveHours, withServer } from './testing/open-page';

withServer();

describe('the filter in the URL', () => {
  it.each([
    ['', { name: '', onlyDiffering: false }],
    ['?name=kim+osei', { name: 'kim osei', onlyDiffering: false }],
    ['?differing=1&name=a%26b', { name: 'a&b', onlyDiffering: true }],
  ])('reads and writes %p', (search, filter) => {
    expect(filterParams.parse(search)).toEqual(filter);
    expect(filterParams.parse(filterParams.write('', filter))).toEqual(filter);
  });

  it('keeps other parameters', () => {
    expect(filterParams.write('?week=2&name=kim', { name: '', onlyDiffering: false })).toBe('?week=2');
  });
});

/** A shell whose URL changes with a delay, like the real one's, which asks before it navigates. */
function slowShell() {
  let search = '';
  const waiting: string[] = [];
  const listeners = new Set<() => void>();
  const arrive = (next: string): void => {
    search = next;
    for (const listener of listeners) listener();
  };
  return {
    props: {
      location: () => ({ pathname: '/settings/1/practice/provider-hours', search, hash: '' }),
      onLocation: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      navigate: (to: string) => void waiting.push(new URL(to, 'https://console.test').search),
    },
    waiting,
    arrive: (next: string) => act(() => arrive(next)),
  };
}

describe('the filter field', () => {
  const value = (): string => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Filter by name' }).value;

  it('ignores an older address that arrives after more typing', async () => {
    serveHours();
    const shell = slowShell();
    const { user } = await openHours(shell.props);
    await user.type(screen.getByRole('searchbox'), 'kim');
    expect(shell.waiting).toEqual(['?name=k', '?name=ki', '?name=kim']);
    for (const search of shell.waiting) {
      shell.arrive(search);
      expect(value()).toBe('kim');
    }
  });

  it('follows an address set elsewhere', async () => {
    serveHours();
    const shell = slowShell();
    const { user } = await openHours(shell.props);
    await user.type(screen.getByRole('searchbox'), 'k');
    shell.arrive('?name=k');
    shell.arrive('');
    expect(value()).toBe('');
    shell.arrive('?name=maria');
    expect(value()).toBe('maria');
  });
});
