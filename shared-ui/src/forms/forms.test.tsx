import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { renderKit } from '../testing/render';
import { Autocomplete, CheckboxField, NumberField, SelectField, SwitchField, TextField } from '.';

const nothing = (): void => undefined;

describe('TextField', () => {
  it('describes the input with its error, then its help', async () => {
    renderKit(
      <TextField
        label="Start"
        value="8"
        onChange={nothing}
        helperText="As in 8:00 AM"
        errorText="Enter a start time"
      />,
    );
    const input = screen.getByRole('textbox', { name: 'Start' });
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('Enter a start time As in 8:00 AM');
  });

  it.each([
    ['with its label', false],
    ['with a hidden label', true],
  ])('marks an unsaved change and reverts it, %s', async (_, hideLabel) => {
    const onReset = jest.fn();
    const { user } = renderKit(
      <TextField label="City" hideLabel={hideLabel} value="Chicago" onChange={nothing} modified onReset={onReset} />,
    );
    expect(screen.getByRole('textbox', { name: 'City' })).toHaveAccessibleDescription('changed');
    await user.click(screen.getByRole('button', { name: 'Revert City' }));
    expect(onReset).toHaveBeenCalledTimes(1);
  });

  it('announces a required input and leaves its validation to the form', () => {
    renderKit(<TextField label="Email" required value="" onChange={nothing} />);
    const input = screen.getByRole('textbox', { name: /Email/ });
    expect(input).toBeRequired();
    expect(input).not.toHaveAttribute('required');
  });

  it('passes attributes to the native input', () => {
    renderKit(<TextField label="Note" value="" onChange={nothing} slotProps={{ htmlInput: { maxLength: 5 } }} />);
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveAttribute('maxlength', '5');
  });

  describe('multiline', () => {
    const ROW_HEIGHT = 20;
    const heightOf = (area: HTMLElement): number => Number.parseFloat(area.style.height);

    function Note(): ReactNode {
      const [note, setNote] = useState('Closed in August');
      return <TextField label="Note" multiline value={note} onChange={({ target }) => setNote(target.value)} />;
    }

    it('grows with its text up to ten rows, then scrolls', async () => {
      // jsdom has no layout.
      const scrollHeight = jest
        .spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get')
        .mockImplementation(function (this: HTMLTextAreaElement) {
          return this.value.split('\n').length * ROW_HEIGHT;
        });
      const { user } = renderKit(<Note />);
      const area = screen.getByRole('textbox', { name: 'Note' });
      const threeRows = heightOf(area);
      expect(threeRows).toBeGreaterThanOrEqual(3 * ROW_HEIGHT);
      await user.type(area, '{Enter}{Enter}{Enter}{Enter}');
      expect(heightOf(area)).toBe(threeRows + 2 * ROW_HEIGHT);
      await user.type(area, '{Enter}'.repeat(20));
      expect(heightOf(area)).toBe(threeRows + 7 * ROW_HEIGHT);
      expect(area).not.toHaveStyle({ overflow: 'hidden' });
      scrollHeight.mockRestore();
    });

    it('has the label, error, help, mark and Revert of a field', async () => {
      const onReset = jest.fn();
      const { user } = renderKit(
        <TextField
          label="Note"
          multiline
          value="Closed"
          onChange={nothing}
          errorText="Enter a date"
          helperText="Only staff see it"
          modified
          onReset={onReset}
        />,
      );
      const area = screen.getByRole('textbox', { name: 'Note' });
      expect(area.tagName).toBe('TEXTAREA');
      expect(area).toBeInvalid();
      expect(area).toHaveAccessibleDescription('Enter a date changed Only staff see it');
      await user.click(screen.getByRole('button', { name: 'Revert Note' }));
      expect(onReset).toHaveBeenCalledTimes(1);
    });
  });

  it('works as the input of an Autocomplete', async () => {
    const { user } = renderKit(
      <Autocomplete
        options={['Phones', 'Reviews']}
        renderInput={(params) => <TextField {...params} label="Bundle" />}
      />,
    );
    await user.click(screen.getByRole('combobox', { name: 'Bundle' }));
    await user.click(screen.getByRole('option', { name: 'Reviews' }));
    expect(screen.getByRole('combobox', { name: 'Bundle' })).toHaveValue('Reviews');
  });
});

describe('SelectField', () => {
  it('reports the value of the selected option', async () => {
    const onChange = jest.fn();
    const options = [
      { value: 'udp', label: 'UDP' },
      { value: 'websocket', label: 'Websocket' },
    ];
    const { user } = renderKit(
      <SelectField label="Source" helperText="Of the events" value="udp" options={options} onChange={onChange} />,
    );
    const select = screen.getByRole('combobox', { name: 'Source' });
    expect(select).toHaveAccessibleDescription('Of the events');
    await user.selectOptions(select, 'Websocket');
    expect(onChange).toHaveBeenCalledWith({ target: { value: 'websocket' } });
  });
});

describe('NumberField', () => {
  it('reports null without a number', async () => {
    const onValueChange = jest.fn();
    const { user } = renderKit(<NumberField label="Hours" value={4} unit="hours" onValueChange={onValueChange} />);
    await user.clear(screen.getByRole('spinbutton', { name: 'Hours' }));
    expect(onValueChange).toHaveBeenCalledWith(null);
  });

  it('reports text that isn’t a number until the value is reverted', () => {
    function Reverted(): ReactNode {
      const [value, setValue] = useState<number | null>(4);
      return (
        <NumberField
          label="Hours"
          value={value}
          modified={value !== 4}
          onReset={() => setValue(4)}
          onValueChange={setValue}
        />
      );
    }
    renderKit(<Reverted />);
    const hours = (): HTMLInputElement => screen.getByRole('spinbutton', { name: 'Hours' });
    // jsdom doesn't separate a number field's text from its value.
    Object.defineProperty(hours(), 'validity', { value: { badInput: true } });
    fireEvent.change(hours(), { target: { value: '' } });
    expect(hours()).toHaveAccessibleDescription(/Enter a number/);
    fireEvent.click(screen.getByRole('button', { name: 'Revert Hours' }));
    expect(hours()).toBeValid();
    expect(hours()).toHaveValue(4);
  });
});

describe('CheckboxField and SwitchField', () => {
  function Both() {
    const [checked, setChecked] = useState(false);
    const [on, setOn] = useState(false);
    return (
      <>
        <CheckboxField
          label="Use office hours"
          errorText="Accept it first"
          checked={checked}
          onChange={(_, next) => setChecked(next)}
        />
        <SwitchField label="Send emails" helperText="Once a day" checked={on} onChange={(_, next) => setOn(next)} />
      </>
    );
  }

  it('toggle on label clicks and are described by their notes', async () => {
    const { user } = renderKit(<Both />);
    await user.click(screen.getByText('Use office hours'));
    await user.click(screen.getByText('Send emails'));
    const checkbox = screen.getByRole('checkbox', { name: 'Use office hours' });
    const toggle = screen.getByRole('switch', { name: 'Send emails' });
    expect(checkbox).toBeChecked();
    expect(checkbox).toHaveAccessibleDescription('Accept it first');
    expect(toggle).toBeChecked();
    expect(toggle).toHaveAccessibleDescription('Once a day');
  });
});
