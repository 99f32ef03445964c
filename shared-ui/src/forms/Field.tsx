import type { ReactNode } from 'react';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/Field';
import { controlProps } from '../fields/TextInput';

/** The attributes of the native control: id, description, state, name. */
export type FieldControl = ReturnType<typeof controlProps>;

/**
 * A label above any control, with its mark of an unsaved change, Revert, error and help:
 * `{(control) => <OutlinedInput value={name} slotProps={{ input: control }} />}`.
 */
export function Field({
  children,
  ...field
}: FieldProps & { children: (control: FieldControl) => ReactNode }): ReactNode {
  const ids = useFieldIds(field);
  return (
    <FieldFrame field={field} ids={ids}>
      {children(controlProps(field, ids))}
    </FieldFrame>
  );
}
