import MuiSwitch from '@mui/material/Switch';
import type { ChangeEvent, ReactNode } from 'react';
import { FieldNotes, ModifiedMark, useFieldIds } from '../fields/Field';
import { type FieldOwnProps, splitOwnProps } from '../fields/own-props';
import { visuallyHidden } from '../layout/VisuallyHidden';
import { ChoiceLabel, ChoiceNotes, ChoiceRow } from './choice-layout';

const INDENT = 30 + 8;

export interface SwitchFieldProps extends FieldOwnProps {
  checked: boolean;
  /** As in MUI. */
  onChange: (event: ChangeEvent<HTMLInputElement>, checked: boolean) => void;
}

/**
 * MUI's switch with label, help, error and unsaved-change mark.
 *
 * @example
 * const [on, setOn] = useState(true);
 * return <SwitchField label="Open for bookings" checked={on} onChange={(_event, next) => setOn(next)} />;
 */
export function SwitchField({ checked, onChange, ...own }: SwitchFieldProps): ReactNode {
  const { field } = splitOwnProps(own);
  const ids = useFieldIds(field);
  const { label, hideLabel, disabled = false, name, modified, onReset, help, error } = field;
  return (
    <div>
      <ChoiceRow small={false}>
        <ChoiceLabel disabled={disabled} small={false}>
          <MuiSwitch
            {...{ checked, disabled }}
            onChange={onChange}
            slotProps={{
              input: {
                id: ids.id,
                name,
                'aria-describedby': ids['aria-describedby'],
                'aria-invalid': ids['aria-invalid'],
              },
            }}
          />
          <span style={hideLabel ? visuallyHidden : undefined}>{label}</span>
        </ChoiceLabel>
        {modified && <ModifiedMark id={ids.id} label={label} onReset={onReset} />}
      </ChoiceRow>
      <ChoiceNotes indent={INDENT}>
        <FieldNotes helpId={ids.helpId} errorId={ids.errorId} help={help} error={error} />
      </ChoiceNotes>
    </div>
  );
}
