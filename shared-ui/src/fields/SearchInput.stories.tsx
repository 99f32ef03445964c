import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName, narrowWidth } from '../stories/frames';
import { withState } from '../stories/with-state';
import { SearchInput } from './SearchInput';

const meta = {
  title: 'Fields/SearchInput',
  component: SearchInput,
  args: { label: 'Search providers', value: '', onChange: action('changed') },
  render: withState(SearchInput, 'value'),
} satisfies Meta<typeof SearchInput>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Filled: Story = { args: { value: 'Rivera' } };
export const WithShortcut: Story = { args: { shortcut: '/' } };
export const Wide: Story = { args: { width: '100%', value: 'Rivera' } };
export const LongTextNarrow: Story = {
  args: { label: longName, value: longName, width: 400 },
  decorators: [narrowWidth],
};
