import type { FieldProps, useFieldIds } from './Field';

/** Splits field props from control props. */
export function splitField<Props extends FieldProps>(
  props: Props,
): { field: FieldProps; rest: Omit<Props, keyof FieldProps> } {
  const { label, hideLabel, help, error, modified, onReset, disabled, required, name, ...rest } = props;
  const field: FieldProps = {
    label,
    error,
    ...(hideLabel !== undefined && { hideLabel }),
    ...(help !== undefined && { help }),
    ...(modified !== undefined && { modified }),
    ...(onReset && { onReset }),
    ...(disabled !== undefined && { disabled }),
    ...(required !== undefined && { required }),
    ...(name !== undefined && { name }),
  };
  return { field, rest };
}

/** The attributes of a control inside a `FieldFrame`. */
export function controlProps(field: FieldProps, ids: ReturnType<typeof useFieldIds>) {
  return {
    id: ids.id,
    'aria-describedby': ids['aria-describedby'],
    'aria-invalid': ids['aria-invalid'],
    disabled: field.disabled,
    'aria-required': field.required,
    name: field.name,
    'data-modified': field.modified ? '' : undefined,
  } as const;
}
