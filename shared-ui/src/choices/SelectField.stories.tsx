import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { targetValue, withHandler } from '../stories/with-state';
import { SelectField } from '.';

const options = [
  { value: 'all', label: 'All clinics' },
  { value: 'downtown', label: 'Downtown' },
  { value: 'lakeside', label: 'Lakeside' },
  { value: 'harbor', label: 'Harbor (closed)', disabled: true },
];

const meta = {
  title: 'Forms/SelectField',
  component: SelectField<string>,
  decorators: [fieldWidth],
  args: { label: 'Clinic', value: 'all', options, onChange: action('changed') },
  render: withHandler(SelectField<string>, 'value', 'onChange', targetValue),
} satisfies Meta<typeof SelectField<string>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Selected: Story = { args: { value: 'lakeside' } };
export const WithHelp: Story = { args: { helperText: 'Hours are shown for it alone.' } };
export const WithError: Story = { args: { errorText: 'Choose a clinic' } };
export const Modified: Story = { args: { value: 'downtown', modified: true, onReset: action('revert') } };
export const Disabled: Story = { args: { disabled: true, helperText: 'There is one clinic alone.' } };
export const HiddenLabel: Story = { args: { hideLabel: true } };
export const Empty: Story = { args: { options: [], value: '' } };
export const LongTextNarrow: Story = {
  args: { label: longName, value: 'long', options: [{ value: 'long', label: longName }] },
  decorators: [narrowWidth],
};
export const ManyEntries: Story = {
  args: {
    value: '150',
    options: Array.from({ length: 300 }, (_, at) => ({ value: String(at), label: `Clinic ${at}` })),
  },
};
