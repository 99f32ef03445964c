import type { ReactNode } from 'react';
import { controlProps } from '../fields/control-props';
import { FieldFrame, useFieldIds } from '../fields/Field';
import { type FieldOwnProps, splitOwnProps } from '../fields/own-props';

/** Attributes of the native control: id, description, state, name. */
export type FieldControl = ReturnType<typeof controlProps>;

/**
 * Adds a label, unsaved-change mark, Revert, error and help to any control: `{(control) => <OutlinedInput value={name}
 * slotProps={{ input: control }} />}`.
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
