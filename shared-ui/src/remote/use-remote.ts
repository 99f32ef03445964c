import type { RemoteLocation, RemoteProps, UnsavedChanges } from 'shared-api';
import {
  hasFeatureFlag,
  missingRight,
  moduleSettingValues,
  type Right,
  type SettingValue,
  type SettingValuesOf,
} from 'shared-api/contracts';
import { guardPart } from './unsaved-parts';
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';

export const RemoteContext = createContext<RemoteProps | null>(null);

/**
 * The shell's props: session, practice, navigation, toasts.
 *
 * @example
 * const { notify } = useRemote();
 * return <Button onClick={() => notify({ severity: 'success', message: 'Room added' })}>Add a room</Button>;
 */
export function useRemote(): RemoteProps {
  const remote = useContext(RemoteContext);
  if (!remote) throw new Error('useRemote needs a module that was mounted through remoteLifecycles');
  return remote;
}

const neverChanges = (): (() => void) => () => undefined;

function useOpenPractice(): RemoteProps['practice'] {
  const { practice: initial, currentPractice, onPractice } = useRemote();
  return useSyncExternalStore(onPractice ?? neverChanges, () => currentPractice?.() ?? initial);
}

/**
 * The current practice, updated while the module is mounted. Only for pages below `/settings/:practice` and
 * `/internal/practices/:practice`.
 *
 * @example
 * const { id, name } = usePractice();
 * return (
 *   <Page title="Rooms" lead={`${name}, No. ${id}`}>
 *     …
 *   </Page>
 * );
 */
export function usePractice(): NonNullable<RemoteProps['practice']> {
  const practice = useOpenPractice();
  if (!practice) throw new Error('This page needs a practice in its address');
  return practice;
}

export interface HeldRight {
  held: boolean;
  /** Why the person can't do it, and whom to ask; undefined if they can. Pass it to a `Button` as `reason`. */
  reason: string | undefined;
}

/**
 * Whether the person has a right in the current practice. The server enforces rights. Shells and servers that predate
 * rights list none, which allows everything.
 *
 * @example
 * const { reason } = useRight('settings');
 * return <Button reason={reason}>Add a room</Button>;
 */
export function useRight(right: Right): HeldRight {
  const { rights, owners } = usePractice();
  const held = rights === undefined || rights.includes(right);
  return { held, reason: held ? undefined : missingRight(right, undefined, owners) };
}

/**
 * Whether a feature flag is on in the current practice. Updates when staff change it while the module is mounted. Off
 * on pages without a practice and in consoles that predate flags. Also list it in `feature_flags` of `module.json`.
 *
 * @param name a string literal, so that the build can collect the module's flags
 * @example
 * const showsRecalls = useFeatureFlag('smart_recall');
 * return <Page title="Rooms">{showsRecalls && <Alert severity="info">2 rooms have recalls today.</Alert>}</Page>;
 */
export function useFeatureFlag(name: string): boolean {
  return hasFeatureFlag(useOpenPractice(), name);
}

/**
 * The module's settings as set by the console's operator, or their defaults. Types are those of the defaults.
 *
 * @param settings `settings` of the module's own `module.json`
 * @example
 * // import declaration from '../../module.json';
 * const declaration = {
 *   settings: { due_after_days: { type: 'integer', label: 'Due after', default: 180, min: 1, max: 999 } },
 * };
 * const { due_after_days: days } = useModuleSettings(declaration.settings);
 * return <Page title="Recalls" lead={`Due ${days} days after the last visit`}>…</Page>;
 */
export function useModuleSettings<const Settings extends Readonly<Record<string, { default: SettingValue }>>>(
  settings: Settings,
): SettingValuesOf<Settings> {
  const remote = useRemote();
  return useMemo(() => moduleSettingValues(remote, settings), [remote, settings]);
}

/**
 * The URL, updated while the module is mounted.
 *
 * @example
 * const { pathname } = useRemoteLocation();
 * return <Link href={`${pathname}/2`}>Room 2</Link>;
 */
export function useRemoteLocation(): RemoteLocation {
  const remote = useRemote();
  const text = useSyncExternalStore(remote.onLocation, () => {
    const { pathname, search, hash } = remote.location();
    return `${pathname}\n${search}\n${hash}`;
  });
  return useMemo(() => {
    const [pathname = '', search = '', hash = ''] = text.split('\n');
    return { pathname, search, hash };
  }, [text]);
}

/**
 * The value of a URL parameter when the page was opened; null without one. It doesn't change with the URL.
 *
 * @example
 * const opened = useInitialParam('room');
 * return (
 *   <TitledDialog open={opened !== null} title={`Room ${opened ?? ''}`}>
 *     …
 *   </TitledDialog>
 * );
 */
export function useInitialParam(name: string): string | null {
  const { search } = useRemoteLocation();
  const [value] = useState(() => new URLSearchParams(search).get(name));
  return value;
}

/**
 * Guards navigation, sign-out and closing the tab while `changes` is not null. Several parts of a module, such as a
 * page and its dialog, can use it at the same time. The guard stays until none of them has changes.
 *
 * @example
 * const [name, setName] = useState('Room 2');
 * useUnsavedChanges(name === 'Room 2' ? null : { what: 'the name of the room' });
 * return <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} />;
 */
export function useUnsavedChanges(changes: UnsavedChanges | null): void {
  const { setUnsavedChanges } = useRemote();
  const what = changes?.what ?? null;
  const lostWithQuery = changes?.lostWithQuery ?? false;
  useEffect(() => {
    if (what === null) return undefined;
    return guardPart(setUnsavedChanges, lostWithQuery ? { what, lostWithQuery } : { what });
  }, [setUnsavedChanges, what, lostWithQuery]);
}
