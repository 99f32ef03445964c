import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { PracticeSummary, RemoteProps } from 'shared-api';
import { remoteProps } from 'shared-api/testing';
import type { ReactNode } from 'react';
import { RemoteContext, useFeatureFlag, useModuleSettings, usePractice, useRight } from './use-remote';

const shell = { notifications: [], unsaved: null, visited: [], published: [], reauthentications: 0 };

const aPractice = (over: Partial<PracticeSummary> = {}): PracticeSummary => ({
  id: 1,
  name: 'Bright Smiles Dental',
  time_zone: 'America/Chicago',
  pms_name: 'opendental',
  ...over,
});

function open<Result>(hook: () => Result, over: Partial<RemoteProps>): { current: Result } {
  const props = remoteProps(shell, over);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RemoteContext.Provider value={props}>{children}</RemoteContext.Provider>
  );
  return renderHook(hook, { wrapper }).result;
}

describe('useRight', () => {
  it('holds a right that the practice lists', () => {
    const result = open(() => useRight('hours'), { practice: aPractice({ rights: ['hours'] }) });
    expect(result.current).toEqual({ held: true, reason: undefined });
  });

  it('explains a missing right and says whom to ask', () => {
    const result = open(() => useRight('billing'), { practice: aPractice({ rights: ['hours'] }) });
    expect(result.current).toEqual({
      held: false,
      reason: 'You don’t have permission to change subscriptions and cards. Ask an owner of this practice.',
    });
  });

  it('holds every right when an older server lists none', () => {
    const result = open(() => useRight('members'), { practice: aPractice() });
    expect(result.current.held).toBe(true);
  });
});

describe('usePractice', () => {
  it('updates when the practice changes while the module is mounted', () => {
    let current = aPractice({ rights: ['hours'] });
    const listeners = new Set<() => void>();
    const result = open(() => ({ practice: usePractice(), right: useRight('hours') }), {
      practice: current,
      currentPractice: () => current,
      onPractice(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    });
    expect(result.current.right.held).toBe(true);
    current = aPractice({ name: 'Bright Smiles', rights: [] });
    act(() => {
      for (const listener of listeners) listener();
    });
    expect(result.current.practice.name).toBe('Bright Smiles');
    expect(result.current.right.held).toBe(false);
  });

  it('falls back to the visit’s practice when the shell provides no current one', () => {
    expect(open(usePractice, { practice: aPractice() }).current.name).toBe('Bright Smiles Dental');
  });
});

describe('useFeatureFlag', () => {
  it.each<[string, RemoteProps['practice'], boolean]>([
    ['on where the practice has it', aPractice({ feature_flags: ['beta_reports'] }), true],
    ['off where it has others', aPractice({ feature_flags: ['fast_sync'] }), false],
    ['off where the server predates flags', aPractice(), false],
    ['off without a practice', null, false],
  ])('is %s', (_, practice, on) => {
    expect(open(() => useFeatureFlag('beta_reports'), { practice }).current).toBe(on);
  });
});

describe('useModuleSettings', () => {
  const settings = { due_after_days: { type: 'integer', label: 'Due after', default: 180, min: 1, max: 999 } };

  it('reads the operator’s settings', () => {
    const result = open(() => useModuleSettings(settings), { settings: { due_after_days: 90 } });
    expect(result.current.due_after_days).toBe(90);
  });

  it('reads the defaults in a shell that predates settings', () => {
    expect(open(() => useModuleSettings(settings), {}).current).toEqual({ due_after_days: 180 });
  });
});
