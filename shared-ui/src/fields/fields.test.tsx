import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { faultsIn } from '../testing/accessible';
import { renderKit } from '../testing/render';
import { Checkbox, NumberInput, PasswordInput, SelectInput, Switch, TextInput } from '.';

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

describe('a field', () => {
  it('is named by its label and described by its error and its help', async () => {
    const { container } = renderKit(
      <TextInput label="Start" value="8" onChange={nothing} help="As in 8:00 AM" error="Start time must be set" />,
    );
    const field = screen.getByRole('textbox', { name: 'Start' });
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Start time must be set As in 8:00 AM');
    expect(await faultsIn(container)).toEqual([]);
  });

  it('keeps its name when the label is for screen readers alone', () => {
    renderKit(<TextInput label="Monday start" hideLabel value="" onChange={nothing} />);
    expect(screen.getByRole('textbox', { name: 'Monday start' })).toBeInTheDocument();
  });

  it('wears a mark while it is modified and can be put back alone', async () => {
    const onReset = jest.fn();
    const { person, container } = renderKit(
      <TextInput label="City" value="Chicago" onChange={nothing} modified onReset={onReset} />,
    );
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription('changed');
    expect(await faultsIn(container)).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Put City back' }));
    expect(onReset).toHaveBeenCalledTimes(1);
  });

  it('that is required says so', () => {
    renderKit(<TextInput label="Email" required value="" onChange={nothing} />);
    expect(screen.getByRole('textbox', { name: /Email/ })).toBeRequired();
  });

  it('that is not the person’s to change is shown and says why', () => {
    renderKit(
      <TextInput label="Mode" value="x" disabled help="Only the master practice can change this" onChange={nothing} />,
    );
    expect(screen.getByRole('textbox', { name: 'Mode' })).toBeDisabled();
    expect(screen.getByRole('textbox', { name: 'Mode' })).toHaveAccessibleDescription(/Only the master practice/);
  });
});

describe('TextInput', () => {
  it('says each change', async () => {
    const { person } = renderKit(
      <Held start="">{(value, set) => <TextInput label="Name" value={value} onChange={set} />}</Held>,
    );
    await person.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Ana');
  });
});

describe('PasswordInput', () => {
  it('hides what is typed until it is asked to show it', async () => {
    const { person, container } = renderKit(<PasswordInput label="Password" value="secret" onChange={nothing} />);
    const field = screen.getByLabelText('Password');
    expect(field).toHaveAttribute('type', 'password');
    expect(field).toHaveAttribute('autocomplete', 'current-password');
    await person.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field).toHaveAttribute('type', 'text');
    await person.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(field).toHaveAttribute('type', 'password');
    expect(await faultsIn(container)).toEqual([]);
  });
});

describe('NumberInput', () => {
  it('gives numbers, and null when it is empty', async () => {
    const heard: (number | null)[] = [];
    const { person } = renderKit(
      <Held<number | null> start={4}>
        {(value, set) => (
          <NumberInput
            label="Hours"
            value={value}
            step={0.5}
            unit="hours"
            onChange={(next) => {
              heard.push(next);
              set(next);
            }}
          />
        )}
      </Held>,
    );
    const field = screen.getByRole('spinbutton', { name: 'Hours' });
    await person.clear(field);
    await person.type(field, '7.5');
    expect(heard[0]).toBeNull();
    expect(heard.at(-1)).toBe(7.5);
    expect(field).toHaveValue(7.5);
  });
});

describe('SelectInput', () => {
  it('offers its options and says the chosen one', async () => {
    const onChange = jest.fn();
    const { person, container } = renderKit(
      <SelectInput
        label="Source"
        value="udp"
        options={[
          { value: 'udp', label: 'UDP' },
          { value: 'websocket', label: 'Websocket' },
          { value: 'none', label: 'None', disabled: true },
        ]}
        onChange={onChange}
      />,
    );
    await person.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Websocket');
    expect(onChange).toHaveBeenCalledWith('websocket');
    expect(await faultsIn(container)).toEqual([]);
  });
});

describe('Checkbox and Switch', () => {
  it('are operated by their labels and by Space', async () => {
    const { person, container } = renderKit(
      <>
        <Held start={false}>{(on, set) => <Checkbox label="Use Office Hours" checked={on} onChange={set} />}</Held>
        <Held start={false}>{(on, set) => <Switch label="Send task emails" checked={on} onChange={set} />}</Held>
      </>,
    );
    await person.click(screen.getByText('Use Office Hours'));
    expect(screen.getByRole('checkbox', { name: 'Use Office Hours' })).toBeChecked();
    await person.tab();
    await person.keyboard(' ');
    expect(screen.getByRole('switch', { name: 'Send task emails' })).toBeChecked();
    expect(await faultsIn(container)).toEqual([]);
  });

  it('can be left out of the tab order, where a grid moves the focus itself', async () => {
    const { person } = renderKit(
      <>
        <Checkbox label="Monday" tabIndex={-1} checked={false} onChange={nothing} />
        <Checkbox label="Tuesday" tabIndex={0} checked={false} onChange={nothing} />
      </>,
    );
    await person.tab();
    expect(screen.getByRole('checkbox', { name: 'Tuesday' })).toHaveFocus();
  });

  it('can stand for some of several', () => {
    renderKit(<Checkbox label="All days" checked={false} indeterminate onChange={nothing} />);
    expect(screen.getByRole('checkbox', { name: 'All days' })).toBePartiallyChecked();
  });

  it('are described by what is wrong with them', () => {
    renderKit(<Checkbox label="I agree" checked={false} error="Agree to start the trial" onChange={nothing} />);
    expect(screen.getByRole('checkbox', { name: 'I agree' })).toBeInvalid();
    expect(screen.getByRole('checkbox', { name: 'I agree' })).toHaveAccessibleDescription('Agree to start the trial');
  });
});
