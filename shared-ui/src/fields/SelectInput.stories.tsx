import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { withState } from '../stories/with-state';
import { SelectInput } from './SelectInput';

const options = [
  { value: 'all', label: 'All clinics' },
  { value: 'downtown', label: 'Downtown' },
  { value: 'lakeside', label: 'Lakeside' },
  { value: 'harbor', label: 'Harbor (closed)', disabled: true },
];

const meta = {
  title: 'Fields/SelectInput',
  component: SelectInput<string>,
  decorators: [fieldWidth],
  args: { label: 'Clinic', value: 'all', options, onChange: action('changed') },
  render: withState(SelectInput<string>, 'value'),
} satisfies Meta<typeof SelectInput<string>>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Rest: Story = {};
export const Chosen: Story = { args: { value: 'lakeside' } };
export const Helped: Story = { args: { help: 'Hours are shown for it alone.' } };
export const Wrong: Story = { args: { error: 'Choose a clinic' } };
export const Modified: Story = { args: { value: 'downtown', modified: true, onReset: action('revert') } };
export const Disabled: Story = { args: { disabled: true, help: 'There is one clinic alone.' } };
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
