import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { applyThemeMode, readThemeMode } from './theme-mode';

let systemIsDark = false;
const listeners = new Set<() => void>();

/** Simulates a system setting change while the page is open. */
function systemTurns(dark: boolean): void {
  systemIsDark = dark;
  for (const listener of listeners) listener();
}

const shown = (): string | undefined => document.documentElement.dataset['theme'];

beforeEach(() => {
  localStorage.clear();
  systemIsDark = false;
  window.matchMedia = ((query: string) => ({
    get matches() {
      return query.includes('dark') && systemIsDark;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
  })) as unknown as typeof window.matchMedia;
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('theme mode', () => {
  it('follows the system until the person chooses', () => {
    expect(readThemeMode()).toBe('system');
    applyThemeMode(readThemeMode());
    expect(shown()).toBe('light');
    systemTurns(true);
    expect(shown()).toBe('dark');
  });

  it('remembers the choice in this browser', () => {
    applyThemeMode('dark');
    expect(shown()).toBe('dark');
    expect(readThemeMode()).toBe('dark');
  });

  it('ignores the system once a mode is chosen', () => {
    applyThemeMode('light');
    systemTurns(true);
    expect(shown()).toBe('light');
  });

  it('follows a choice made in another tab', () => {
    applyThemeMode('light');
    localStorage.setItem('console.theme', 'dark');
    dispatchEvent(new StorageEvent('storage', { key: 'console.theme', newValue: 'dark' }));
    expect(shown()).toBe('dark');
  });

  it('treats an unknown stored mode as the system mode', () => {
    localStorage.setItem('console.theme', 'sepia');
    expect(readThemeMode()).toBe('system');
  });

  it('works when storage is forbidden', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
    expect(readThemeMode()).toBe('system');
    applyThemeMode('dark');
    expect(shown()).toBe('dark');
  });
});
