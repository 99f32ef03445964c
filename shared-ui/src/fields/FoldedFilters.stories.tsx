import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { SelectField } from '../choices';
import { narrowWidth } from '../stories/frames';
import { FoldedFilters } from './FoldedFilters';

const meta = {
  title: 'Fields/FoldedFilters',
  component: FoldedFilters,
  args: {
    count: 1,
    children: <SelectField label="Floor" value="2" options={[{ value: '2', label: '2' }]} onChange={() => undefined} />,
  },
} satisfies Meta<typeof FoldedFilters>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Filtered: Story = {};
export const Narrow: Story = { args: { count: 0 }, decorators: [narrowWidth] };
