import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { fieldWidth, longName, narrowWidth } from '../stories/frames';
import { withState } from '../stories/with-state';
import { CheckboxList } from './CheckboxList';

const options = [
  { value: 'core', label: 'Core', detail: 'Reminders, recall, forms' },
  { value: 'growth', label: 'Growth', detail: 'Campaigns, reviews' },
  { value: 'phones', label: 'Phones' },
];

const meta = {
  title: 'Fields/CheckboxList',
  component: CheckboxList,
  decorators: [fieldWidth],
  args: { label: 'Bundles', options, values: ['core'], onChange: action('changed') },
  render: withState(CheckboxList, 'values'),
} satisfies Meta<typeof CheckboxList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const NothingChosen: Story = { args: { values: [] } };
export const Disabled: Story = { args: { disabled: true } };
export const Empty: Story = { args: { options: [], values: [] } };
export const NothingFound: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(canvas.getByRole('searchbox'), 'fax');
  },
};
export const ManyRows: Story = {
  args: {
    values: ['3', '5'],
    options: Array.from({ length: 200 }, (_, at) => ({ value: String(at), label: `Feature ${at + 1}` })),
  },
};
export const LongTextNarrow: Story = {
  args: { options: [{ value: 'long', label: longName, detail: longName }, ...options] },
  decorators: [narrowWidth],
};
