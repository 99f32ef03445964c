import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { CheckboxField } from '../choices/CheckboxField';
import { SelectField } from '../choices/SelectField';
import { SwitchField } from '../choices/SwitchField';
import { renderKit } from '../testing/render';
import { NumberField } from '../text-fields/NumberField';
import { PasswordField } from '../text-fields/PasswordField';
import { TextField } from '../text-fields/TextField';

const nothing = (): void => undefined;

function Held<Value>({
  start,
  children,
}: {
  start: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}): ReactNode {
  const [value, setValue] = useState(start);
  return children(value, setValue);
}

describe('fields', () => {
  it('links a field to its label, error and help', async () => {
    renderKit(
      <TextField
        label="Start"
        value="8"
        onChange={nothing}
        helperText="As in 8:00 AM"
        errorText="Start time must be set"
      />,
    );
    const field = screen.getByRole('textbox', { name: 'Start' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Start time must be set As in 8:00 AM');
  });

  it('keeps the accessible name when the label is hidden', () => {
    renderKit(<TextField label="Monday start" hideLabel value="" onChange={nothing} />);
    expect(screen.getByRole('textbox', { name: 'Monday start' })).toBeInTheDocument();
  });

  it('marks a modified field and reverts only that field', async () => {
    const onReset = jest.fn();
    const { user } = renderKit(
      <TextField label="City" value="Chicago" onChange={nothing} modified onReset={onReset} />,
    );
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription('changed');
    await user.click(screen.getByRole('button', { name: 'Revert City' }));
    expect(onReset).toHaveBeenCalledTimes(1);
  });

  it('marks a required field as required', () => {
    renderKit(<TextField label="Email" required value="" onChange={nothing} />);
    expect(screen.getByRole('textbox', { name: /Email/ })).toBeRequired();
  });

  it('shows the value of a disabled field and the reason', () => {
    renderKit(
      <TextField
        label="Mode"
        value="x"
        disabled
        helperText="Only the master practice can change this"
        onChange={nothing}
      />,
    );
    expect(screen.getByRole('textbox', { name: 'Mode' })).toBeDisabled();
    expect(screen.getByRole('textbox', { name: 'Mode' })).toHaveAccessibleDescription(/Only the master practice/);
  });
});

describe('PasswordInput', () => {
  it('hides the password until the person asks to show it', async () => {
    const { user } = renderKit(<PasswordField label="Password" value="secret" onChange={nothing} />);
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveAttribute('autocomplete', 'current-password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveAttribute('type', 'password');
  });
});

describe('NumberInput', () => {
  it('returns numbers, and null when empty', async () => {
    const changes: (number | null)[] = [];
    const { user } = renderKit(
      <Held<number | null> start={4}>
        {(value, set) => (
          <NumberField
            label="Hours"
            value={value}
            step={0.5}
            unit="hours"
            onValueChange={(next) => {
              changes.push(next);
              set(next);
            }}
          />
        )}
      </Held>,
    );
    const field = screen.getByRole('spinbutton', { name: 'Hours' });
    await user.clear(field);
    await user.type(field, '7.5');
    expect(changes[0]).toBeNull();
    expect(changes.at(-1)).toBe(7.5);
    expect(field).toHaveValue(7.5);
  });
});

describe('SelectInput', () => {
  it('offers its options and reports the chosen one', async () => {
    const onChange = jest.fn();
    const { user } = renderKit(
      <SelectField
        label="Source"
        value="udp"
        options={[
          { value: 'udp', label: 'UDP' },
          { value: 'websocket', label: 'Websocket' },
          { value: 'none', label: 'None', disabled: true },
        ]}
        onChange={(event) => onChange(event.target.value)}
      />,
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Websocket');
    expect(onChange).toHaveBeenCalledWith('websocket');
  });
});

describe('Checkbox and Switch', () => {
  it('toggles on a click on the label and on Space', async () => {
    const { user } = renderKit(
      <>
        <Held start={false}>
          {(on, set) => <CheckboxField label="Use Office Hours" checked={on} onChange={(_, checked) => set(checked)} />}
        </Held>
        <Held start={false}>
          {(on, set) => <SwitchField label="Send task emails" checked={on} onChange={(_, checked) => set(checked)} />}
        </Held>
      </>,
    );
    await user.click(screen.getByText('Use Office Hours'));
    expect(screen.getByRole('checkbox', { name: 'Use Office Hours' })).toBeChecked();
    await user.tab();
    await user.keyboard(' ');
    expect(screen.getByRole('switch', { name: 'Send task emails' })).toBeChecked();
  });

  it('stays out of the tab order with a tabIndex of -1', async () => {
    const { user } = renderKit(
      <>
        <CheckboxField label="Monday" tabIndex={-1} checked={false} onChange={nothing} />
        <CheckboxField label="Tuesday" tabIndex={0} checked={false} onChange={nothing} />
      </>,
    );
    await user.tab();
    expect(screen.getByRole('checkbox', { name: 'Tuesday' })).toHaveFocus();
  });

  it('shows a partially checked state', () => {
    renderKit(<CheckboxField label="All days" checked={false} indeterminate onChange={nothing} />);
    expect(screen.getByRole('checkbox', { name: 'All days' })).toBePartiallyChecked();
  });

  it('describes an invalid checkbox with its error', () => {
    renderKit(
      <CheckboxField label="I agree" checked={false} errorText="Agree to start the trial" onChange={nothing} />,
    );
    expect(screen.getByRole('checkbox', { name: 'I agree' })).toBeInvalid();
    expect(screen.getByRole('checkbox', { name: 'I agree' })).toHaveAccessibleDescription('Agree to start the trial');
  });
});
