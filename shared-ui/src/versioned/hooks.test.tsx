import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { Notification, RemoteProps } from 'shared-api';
import type { ReactNode } from 'react';
import { RemoteContext } from '../remote/use-remote';
import { clearStoredEdits, loadStoredEdits, saveStoredEdits, useStoredDialog, useStoredEdits } from './stored-edits';
import { useSaveShortcut } from './use-save-shortcut';
import { useVersionedSave } from './use-versioned-save';
import type { SaveAnswer, VersionedRecord } from './versioned-save';

const RECORD = 'practice-settings 3';
let pathname = '/settings/3/practice/general';
const notify = jest.fn<(notification: Notification) => void>();
const remote = {
  session: { user: { id: 'olivia' } },
  location: () => ({ pathname, search: '', hash: '' }),
  notify,
} as unknown as RemoteProps;
const wrapper = ({ children }: { children: ReactNode }) => (
  <RemoteContext.Provider value={remote}>{children}</RemoteContext.Provider>
);

beforeEach(() => {
  sessionStorage.clear();
  notify.mockClear();
  pathname = '/settings/3/practice/general';
});

describe('useStoredDialog', () => {
  const open = (value: unknown) =>
    renderHook(({ form }: { form: unknown }) => useStoredDialog(RECORD, form), {
      wrapper,
      initialProps: { form: value },
    });

  it('stores the input before the page unloads', () => {
    const dialog = open(null);
    dialog.rerender({ form: { note: 'Moving' } });
    window.dispatchEvent(new Event('pagehide'));
    expect(loadStoredEdits(RECORD, 'olivia')).toEqual({ note: 'Moving' });
  });

  it.each<[string, (dialog: ReturnType<typeof open>) => void]>([
    ['the dialog closes', (dialog) => dialog.unmount()],
    [
      'it is as opened again',
      (dialog) => {
        dialog.rerender({ form: null });
        window.dispatchEvent(new Event('pagehide'));
      },
    ],
  ])('forgets what is entered when %s', (_, end) => {
    const dialog = open({ note: 'Moving' });
    window.dispatchEvent(new Event('pagehide'));
    end(dialog);
    expect(loadStoredEdits(RECORD, 'olivia')).toBeUndefined();
  });
});

describe('useStoredEdits', () => {
  const open = (value: unknown) =>
    renderHook(({ edits }: { edits: unknown }) => useStoredEdits(RECORD, edits), {
      wrapper,
      initialProps: { edits: value },
    });

  it('stores edits before the page unloads', () => {
    open({ name: 'Oak Dental' });
    window.dispatchEvent(new Event('pagehide'));
    expect(loadStoredEdits(RECORD, 'olivia')).toEqual({ name: 'Oak Dental' });
  });

  it('keeps the latest edits when the page unmounts at the same URL', () => {
    const page = open({ name: 'Oak' });
    page.rerender({ edits: { name: 'Oak Dental' } });
    page.unmount();
    expect(loadStoredEdits(RECORD, 'olivia')).toEqual({ name: 'Oak Dental' });
  });

  it('forgets edits when the person navigates to another page', () => {
    saveStoredEdits(RECORD, 'olivia', { name: 'Oak' });
    const page = open({ name: 'Oak Dental' });
    pathname = '/settings/3/practice/provider-hours';
    page.unmount();
    expect(loadStoredEdits(RECORD, 'olivia')).toBeUndefined();
  });

  it('forgets edits when nothing is edited anymore', () => {
    saveStoredEdits(RECORD, 'olivia', { name: 'Oak' });
    open(null);
    window.dispatchEvent(new Event('pagehide'));
    expect(loadStoredEdits(RECORD, 'olivia')).toBeUndefined();
  });

  it.each<[string, (page: { unmount: () => void }) => void]>([
    ['time passes', () => jest.advanceTimersByTime(10_000)],
    ['the page unloads', () => window.dispatchEvent(new Event('pagehide'))],
    ['the page unmounts', (page) => page.unmount()],
    [
      'the person navigates to another page',
      (page) => {
        pathname = '/settings/3/practice/provider-hours';
        page.unmount();
      },
    ],
  ])('keeps what is stored until the page has loaded its record, also when %s', (_, happens) => {
    jest.useFakeTimers();
    saveStoredEdits(RECORD, 'olivia', { name: 'Oak' });
    happens(open(undefined));
    jest.useRealTimers();
    expect(loadStoredEdits(RECORD, 'olivia')).toEqual({ name: 'Oak' });
  });

  it('hides edits from the next person who signs in in the same tab', () => {
    saveStoredEdits(RECORD, 'olivia', { name: 'Oak' });
    expect(loadStoredEdits(RECORD, 'marcus')).toBeUndefined();
    clearStoredEdits(RECORD, 'olivia');
    expect(loadStoredEdits(RECORD, 'olivia')).toBeUndefined();
  });

  it('returns nothing when the stored text is not JSON', () => {
    sessionStorage.setItem(`unsaved ${RECORD} olivia`, '{');
    expect(loadStoredEdits(RECORD, 'olivia')).toBeUndefined();
  });
});

describe('useVersionedSave', () => {
  const conflict = { changed_by: 'Dana Brooks', changed_at: 1_790_000_000 };
  const stale: SaveAnswer<string> = { error: { status: 409, code: 'stale', message: 'Changed', conflict } };

  const open = (answers: SaveAnswer<string>[]) => {
    const send = jest.fn(() => Promise.resolve(answers.shift() ?? { data: 'done' }));
    const record: VersionedRecord<number, string> = {
      send,
      readAgain: () => Promise.resolve(2),
      undecided: () => 0,
      changes: () => 1,
    };
    return { send, hook: renderHook(() => useVersionedSave(record), { wrapper }) };
  };

  it('names the author of merged changes', async () => {
    const { hook } = open([stale, { data: 'done' }]);
    const outcome = await act(() => hook.result.current.save(1));
    expect(outcome).toMatchObject({ kind: 'saved', sent: 2 });
    expect(notify.mock.calls).toEqual([[{ severity: 'info', message: '1 change by Dana Brooks was merged.' }]]);
  });

  it('sends nothing on a second click while a save is in progress', async () => {
    const { hook, send } = open([]);
    const both = await act(() => Promise.all([hook.result.current.save(1), hook.result.current.save(1)]));
    expect(both.map((outcome) => outcome?.kind)).toEqual(['saved', undefined]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(hook.result.current.saving).toBe(false);
  });
});

describe('useSaveShortcut', () => {
  const press = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    document.body.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it.each([{ ctrlKey: true }, { metaKey: true }])('saves the record on %p and S', (modifier) => {
    const save = jest.fn();
    renderHook(() => useSaveShortcut(save));
    expect(press({ key: 's', ...modifier })).toBe(true);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it.each([{ key: 's' }, { key: 'd', ctrlKey: true }, { key: 's', ctrlKey: true, altKey: true }])(
    'ignores %p',
    (init) => {
      const save = jest.fn();
      renderHook(() => useSaveShortcut(save));
      expect(press(init)).toBe(false);
      expect(save).not.toHaveBeenCalled();
    },
  );
});
