import type { RemoteProps, UnsavedChanges } from 'shared-api';

/** Unsaved changes by part of a module, oldest first. The shell accepts one guard per module. */
const unsavedParts = new WeakMap<RemoteProps['setUnsavedChanges'], UnsavedChanges[]>();

/** Guards a part of a module until the returned function is called. */
export function guardPart(setUnsavedChanges: RemoteProps['setUnsavedChanges'], part: UnsavedChanges): () => void {
  const parts = unsavedParts.get(setUnsavedChanges) ?? [];
  unsavedParts.set(setUnsavedChanges, parts);
  parts.push(part);
  setUnsavedChanges(part);
  return () => {
    parts.splice(parts.indexOf(part), 1);
    setUnsavedChanges(parts.at(-1) ?? null);
  };
}
