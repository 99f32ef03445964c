import { FACT_SEPARATOR } from 'shared-api/contracts';
import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { ErrorIcon, UndoIcon } from '../icons';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { commonMessages } from '../messages';
import { IconButton } from '../mui/IconButton';
import { Tooltip } from '../mui/Tooltip';
import { color, forcedMark, motion, radius, size } from '../theme/tokens';

/** Props that all fields share, without the value. */
export interface FieldProps {
  label: string;
  /** The label is for screen readers only, because a column or group header shows it. */
  hideLabel?: boolean;
  /** Help below the field: its purpose, or why it's read-only. */
  help?: ReactNode;
  /** The error message, below the outlined field. */
  error?: string | undefined;
  /** True if the value has an unsaved change. */
  modified?: boolean;
  /** Reverts this field. Offered while it is modified. */
  onReset?: () => void;
  disabled?: boolean;
  required?: boolean;
  /** Name in the form, which uses it to find the first error. */
  name?: string;
}

export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Ids that connect a control with its help and its error. */
export function useFieldIds({ help, error, modified }: FieldProps): FieldIds & { helpId: string; errorId: string } {
  const id = useId();
  const helpId = `${id}help`;
  const errorId = `${id}error`;
  const changedId = `${id}changed`;
  const described = [error && errorId, modified && changedId, help !== undefined && helpId].filter(Boolean).join(' ');
  return {
    id,
    helpId,
    errorId,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': error ? true : undefined,
  };
}

export const LabelRow = styled('div')({ display: 'flex', alignItems: 'center', gap: 6, height: 20 });

export const Required = styled('span')({ fontWeight: 400, color: color.inkThird });

/** The unsaved-change mark, with text for screen readers. */
const Mark = styled('span')({
  width: 7,
  height: 7,
  borderRadius: '50%',
  backgroundColor: color.attention,
  flex: 'none',
  ...forcedMark('CanvasText'),
});

export function ModifiedMark({
  id,
  label,
  onReset,
}: {
  id: string;
  label: string;
  onReset?: (() => void) | undefined;
}): ReactNode {
  return (
    <>
      <Mark />
      <VisuallyHidden id={`${id}changed`}>{commonMessages.changed}</VisuallyHidden>
      {onReset && (
        <Tooltip title={commonMessages.revert(label)}>
          <IconButton size="small" onClick={onReset}>
            <UndoIcon size={14} />
          </IconButton>
        </Tooltip>
      )}
    </>
  );
}

/** Help and error below a control. */
export function FieldNotes({
  helpId,
  errorId,
  help,
  error,
}: Pick<FieldProps, 'help' | 'error'> & { helpId: string; errorId: string }): ReactNode {
  return (
    <>
      {error && (
        <FormHelperText component="div" id={errorId} error>
          <ErrorIcon size={14} />
          <span>{error}</span>
        </FormHelperText>
      )}
      {help !== undefined && (
        <FormHelperText component="div" id={helpId} error={false} sx={{ display: 'block' }}>
          {help}
        </FormHelperText>
      )}
    </>
  );
}

/** A field's layout: label and unsaved-change mark above the control, error and help below. */
export function FieldFrame({
  field,
  ids,
  children,
}: {
  field: FieldProps;
  ids: ReturnType<typeof useFieldIds>;
  children: ReactNode;
}): ReactNode {
  const {
    label,
    hideLabel = false,
    modified = false,
    onReset,
    required = false,
    disabled = false,
    help,
    error,
  } = field;
  const text = (
    <FormLabel htmlFor={ids.id}>
      <span>{label}</span>
      {required && <Required>{FACT_SEPARATOR + commonMessages.required}</Required>}
    </FormLabel>
  );
  const mark = modified && <ModifiedMark id={ids.id} label={label} onReset={onReset} />;
  return (
    <FormControl error={Boolean(error)} disabled={disabled}>
      {hideLabel ? (
        <VisuallyHidden>{text}</VisuallyHidden>
      ) : (
        <LabelRow>
          {text}
          {mark}
        </LabelRow>
      )}
      {hideLabel && modified ? (
        <div style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
          <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
          {mark}
        </div>
      ) : (
        children
      )}
      <FieldNotes helpId={ids.helpId} errorId={ids.errorId} help={help} error={error} />
    </FormControl>
  );
}

/** Shared style of inputs and selects. */
export const controlStyle = {
  boxSizing: 'border-box',
  width: '100%',
  minWidth: 0,
  height: size.control,
  padding: '5px 10px',
  border: `1px solid ${color.control}`,
  borderRadius: radius.control,
  backgroundColor: color.surface,
  color: color.ink,
  fontSize: 14,
  lineHeight: '20px',
  transition: `border-color ${motion.quick}ms`,
  '&::placeholder': { color: color.inkThird, opacity: 1 },
  '&:hover:not(:disabled)': { borderColor: color.inkSecond },
  '&:focus-visible': { outline: `2px solid ${color.focus}`, outlineOffset: -1, borderColor: color.focus },
  '&[aria-invalid=true]': { borderColor: color.danger, boxShadow: `inset 0 0 0 1px ${color.danger}` },
  '&[data-modified]': { backgroundColor: color.attentionTint },
  '&:disabled': {
    color: color.inkThird,
    WebkitTextFillColor: color.inkThird,
    backgroundColor: color.neutralTint,
    borderColor: color.line,
    opacity: 1,
    cursor: 'not-allowed',
  },
  '@media (pointer: coarse)': { fontSize: 16 },
} as const;
