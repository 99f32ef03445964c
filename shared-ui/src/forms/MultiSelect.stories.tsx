import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { screen } from 'storybook/test';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { withState } from '../stories/with-state';
import { MultiSelect } from '.';

const options = [
  { value: 'core', label: 'Core', detail: 'Reminders, recall, forms', note: 'from a subscription' },
  { value: 'growth', label: 'Growth', detail: 'Campaigns, reviews' },
  { value: 'phones', label: 'Phones', note: 'from a trial' },
];

const meta = {
  title: 'Forms/MultiSelect',
  component: MultiSelect,
  decorators: [fieldWidth],
  args: { label: 'Bundles', options, values: ['core', 'phones'], onChange: action('changed') },
  render: withState(MultiSelect, 'values'),
} satisfies Meta<typeof MultiSelect>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Filled: Story = {};
export const Empty: Story = { args: { values: [] } };
export const WithHelp: Story = { args: { help: 'What the practice may use.' } };
export const WithError: Story = { args: { values: [], error: 'Choose at least one bundle' } };
export const Modified: Story = {
  args: { values: ['core', 'growth'], before: ['core', 'phones'], modified: true, onReset: action('revert') },
};
export const Disabled: Story = { args: { disabled: true, help: 'Only super admins can change it.' } };
export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Choose Bundles' }));
    await screen.findByRole('listbox');
  },
};
export const ManyChosen: Story = {
  args: {
    values: Array.from({ length: 40 }, (_, at) => String(at)),
    options: Array.from({ length: 60 }, (_, at) => ({ value: String(at), label: `Feature ${at + 1}` })),
  },
};
const sources = ['from Core', 'from Patient Engagement', undefined];
export const BySource: Story = {
  args: {
    label: 'Features',
    values: Array.from({ length: 12 }, (_, at) => String(at)),
    options: Array.from({ length: 15 }, (_, at) => {
      const note = sources[Math.floor(at / 4)];
      return { value: String(at), label: `Feature ${at + 1}`, ...(note !== undefined && { note }) };
    }),
  },
};
export const BySourceNarrow: Story = { args: { ...BySource.args }, decorators: [narrowWidth] };
export const LongTextNarrow: Story = {
  args: { label: longName, values: ['long'], options: [{ value: 'long', label: longName, note: longName }] },
  decorators: [narrowWidth],
};
