import type { ReactNode } from 'react';
import { controlProps } from '../fields/control-props';
import { FieldFrame, useFieldIds } from '../fields/Field';
import { type FieldOwnProps, splitOwnProps } from '../fields/own-props';

/** The attributes of the native control: id, description, state, name. */
export type FieldControl = ReturnType<typeof controlProps>;

/**
 * A label above any control, with its mark of an unsaved change, Revert, error and help:
 * `{(control) => <OutlinedInput value={name} slotProps={{ input: control }} />}`.
 */
export function Field({
  children,
  ...props
}: FieldOwnProps & { children: (control: FieldControl) => ReactNode }): ReactNode {
  const { field } = splitOwnProps(props);
  const ids = useFieldIds(field);
  return (
    <FieldFrame field={field} ids={ids}>
      {children(controlProps(field, ids))}
    </FieldFrame>
  );
}
