import { type SetStateAction, use, useEffect, useMemo, useState } from 'react';
import { loadStoredEdits, useStoredDialog } from '../versioned/stored-edits';
import { useUserId } from '../remote/user-id';
import { DialogContext } from './dialog-context';

export interface StoredFormOptions<Form> {
  /** Name of the dialog, with its practice if it has one: `new-customer 3`. */
  record: string;
  /** What the dialog was opened for, such as ids. The form is restored only for an equal value. Plain JSON. */
  request?: unknown;
  /** The initial form. Plain JSON without secrets. */
  initial: Form;
  /** Validates a stored form. By default, fields and types must match `initial`. */
  isForm?: (stored: unknown) => boolean;
}

export interface StoredForm<Form> {
  form: Form;
  setForm: (form: SetStateAction<Form>) => void;
  /** True while the form differs from `initial`. */
  isChanged: boolean;
}

/** A form in session storage. `request` is JSON. */
interface Stored {
  request: string;
  form: unknown;
}

function storedIn(record: string, userId: string): Stored | null {
  const { request, form } = (loadStoredEdits(record, userId) ?? {}) as Partial<Stored>;
  return typeof request === 'string' ? { request, form } : null;
}

function isLike(value: unknown, model: unknown): boolean {
  if (typeof value !== typeof model || value === null || model === null) return value === model;
  if (typeof value !== 'object' || typeof model !== 'object') return true;
  return Object.entries(model).every(([key, one]) => isLike((value as Record<string, unknown>)[key], one));
}

/**
 * Form state that survives a reload. It is stored per person while mounted, and a surrounding dialog asks before
 * closing. The page reopens the dialog with `useStoredRequest`.
 *
 * @example
 * const { form, setForm, isChanged } = useStoredForm({ record: 'rooms add', initial: { name: '' } });
 * return (
 *   <TitledDialog open title="Add a room" isChanged={isChanged} onClose={() => undefined}>
 *     <TextField label="Name" value={form.name} onChange={(event) => setForm({ name: event.target.value })} />
 *   </TitledDialog>
 * );
 */
export function useStoredForm<Form>(options: StoredFormOptions<Form>): StoredForm<Form> {
  const { record, request = null, initial, isForm = (stored) => isLike(stored, opened) } = options;
  const userId = useUserId();
  const requestText = JSON.stringify(request);
  const [opened] = useState(initial);
  const [form, setForm] = useState<Form>(() => {
    const stored = storedIn(record, userId);
    return stored?.request === requestText && isForm(stored.form) ? (stored.form as Form) : opened;
  });
  const isChanged = JSON.stringify(form) !== JSON.stringify(opened);
  useStoredDialog(
    record,
    useMemo(() => (isChanged ? { request: requestText, form } : null), [isChanged, requestText, form]),
  );
  const addChangedPart = use(DialogContext)?.addChangedPart;
  useEffect(() => (isChanged ? addChangedPart?.() : undefined), [isChanged, addChangedPart]);
  return { form, setForm, isChanged };
}

/**
 * The `request` of the form that was open before a reload. Unvalidated; undefined if none was open.
 *
 * @example
 * // The `request` that useStoredForm received before the reload.
 * const request = useStoredRequest('rooms rename');
 * const [roomId, setRoomId] = useState(typeof request === 'number' ? request : null);
 * return roomId === null ? (
 *   <Button onClick={() => setRoomId(2)}>Rename</Button>
 * ) : (
 *   <TitledDialog open title="Rename room">
 *     …
 *   </TitledDialog>
 * );
 */
export function useStoredRequest(record: string): unknown {
  const userId = useUserId();
  const [request] = useState((): unknown => {
    try {
      return JSON.parse(storedIn(record, userId)?.request ?? '');
    } catch {
      return undefined;
    }
  });
  return request;
}
