import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { withState } from '../stories/with-state';
import { NumberInput } from './TextInput';

const meta = {
  title: 'Fields/NumberInput',
  component: NumberInput,
  decorators: [fieldWidth],
  args: { label: 'Limit of phone numbers', value: null, onChange: action('changed') },
  render: withState(NumberInput, 'value'),
} satisfies Meta<typeof NumberInput>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Rest: Story = {};
export const Filled: Story = { args: { value: 12 } };
export const WithUnit: Story = { args: { label: 'Length of a visit', value: 45, unit: 'minutes', width: 160 } };
export const Decimal: Story = { args: { label: 'Hours worked', value: 7.25, step: 0.25, unit: 'hours' } };
export const Helped: Story = { args: { value: 12, help: 'From 0 to 100.', min: 0, max: 100 } };
export const Wrong: Story = { args: { value: -1, error: 'Enter a number from 0 to 100' } };
export const Modified: Story = { args: { value: 13, modified: true, onReset: action('revert') } };
export const Disabled: Story = { args: { value: 12, disabled: true } };
export const LongTextNarrow: Story = {
  args: { label: longName, value: 123456789, unit: 'appointments', help: longName },
  decorators: [narrowWidth],
};
