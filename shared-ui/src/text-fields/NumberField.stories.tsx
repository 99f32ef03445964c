import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { withHandler } from '../stories/with-state';
import { NumberField } from '.';

const meta = {
  title: 'Forms/NumberField',
  component: NumberField,
  decorators: [fieldWidth],
  args: { label: 'Limit of phone numbers', value: null, onValueChange: action('changed') },
  render: withHandler(NumberField, 'value', 'onValueChange', (value: number | null) => value),
} satisfies Meta<typeof NumberField>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Filled: Story = { args: { value: 12 } };
export const WithUnit: Story = { args: { label: 'Length of a visit', value: 45, unit: 'minutes', width: 160 } };
export const Decimal: Story = { args: { label: 'Hours worked', value: 7.25, step: 0.25, unit: 'hours' } };
export const WithHelp: Story = { args: { value: 12, helperText: 'From 0 to 100.', min: 0, max: 100 } };
export const WithError: Story = { args: { value: -1, errorText: 'Enter a number from 0 to 100' } };
export const Modified: Story = { args: { value: 13, modified: true, onReset: action('revert') } };
export const Disabled: Story = { args: { value: 12, disabled: true } };
export const LongTextNarrow: Story = {
  args: { label: longName, value: 123456789, unit: 'appointments', helperText: longName },
  decorators: [narrowWidth],
};
