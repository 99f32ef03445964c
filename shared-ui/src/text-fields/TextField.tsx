import { FACT_SEPARATOR } from 'shared-api/contracts';
import FormLabel from '@mui/material/FormLabel';
import MuiTextField, { type OutlinedTextFieldProps } from '@mui/material/TextField';
import { createContext, type ReactNode, use } from 'react';
import { controlProps } from '../fields/control-props';
import { FieldNotes, type FieldProps, LabelRow, ModifiedMark, Required, useFieldIds } from '../fields/Field';
import { type FieldOwnProps, splitOwnProps } from '../fields/own-props';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';

export interface TextFieldProps
  extends FieldOwnProps, Omit<OutlinedTextFieldProps, keyof FieldOwnProps | 'variant' | 'slots'> {}

interface Frame {
  field: FieldProps;
  ids: ReturnType<typeof useFieldIds>;
}

const FrameContext = createContext<Frame | null>(null);

/** The label with the unsaved-change mark. */
function Label({ htmlFor, id }: { htmlFor?: string; id?: string }): ReactNode {
  const frame = use(FrameContext);
  if (!frame) return null;
  const { label, hideLabel, required, modified, onReset } = frame.field;
  const text = (
    <FormLabel htmlFor={htmlFor} id={id}>
      <span>{label}</span>
      {required && <Required>{FACT_SEPARATOR + commonMessages.required}</Required>}
    </FormLabel>
  );
  if (hideLabel) return <VisuallyHidden>{text}</VisuallyHidden>;
  return (
    <LabelRow>
      {text}
      {modified && <ModifiedMark id={frame.ids.id} label={label} onReset={onReset} />}
    </LabelRow>
  );
}

/** Shows the error above the help, so that both can be read. */
function Notes(): ReactNode {
  const frame = use(FrameContext);
  if (!frame) return null;
  const { helpId, errorId } = frame.ids;
  return <FieldNotes helpId={helpId} errorId={errorId} help={frame.field.help} error={frame.field.error} />;
}

const slots = { inputLabel: Label, formHelperText: Notes };

/** A text area grows up to this many rows, then scrolls. */
const textAreaRows = { minRows: 3, maxRows: 10 };

/**
 * MUI's text field with three additions: `errorText` next to `helperText`, so that the help stays visible; an
 * unsaved-change mark (`modified`); and Revert (`onReset`). With `multiline` it is a text area.
 *
 * @example
 * const [name, setName] = useState('');
 * const problem = name === '' ? 'Enter a name' : undefined;
 * return (
 *   <TextField
 *     label="Name"
 *     required
 *     value={name}
 *     errorText={problem}
 *     onChange={(event) => setName(event.target.value)}
 *   />
 * );
 */
export function TextField(props: TextFieldProps): ReactNode {
  const { field, rest } = splitOwnProps(props);
  const { slotProps = {}, error, ...input } = rest;
  const ids = useFieldIds(field);
  const { id, ...control } = controlProps(field, ids);
  const hasNotes = Boolean(field.error) || field.help !== undefined;
  const textField = (
    <MuiTextField
      id={id}
      {...(input.multiline === true && input.rows === undefined && textAreaRows)}
      {...input}
      label={field.label}
      error={error === true || Boolean(field.error)}
      disabled={field.disabled === true}
      helperText={hasNotes ? ' ' : undefined}
      slots={slots}
      slotProps={{
        ...slotProps,
        // The label is above the outline, so the outline has no gap for it.
        input: { ...slotProps.input, label: undefined },
        htmlInput: { ...slotProps.htmlInput, ...control },
      }}
    />
  );
  return (
    <FrameContext value={{ field, ids }}>
      {field.hideLabel && field.modified ? (
        <div style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
          <div style={{ flex: 1, minWidth: 0 }}>{textField}</div>
          <ModifiedMark id={ids.id} label={field.label} onReset={field.onReset} />
        </div>
      ) : (
        textField
      )}
    </FrameContext>
  );
}
