import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName } from '../stories/frames';
import { RemovableChip } from './RemovableChip';

const meta = {
  title: 'Feedback/RemovableChip',
  component: RemovableChip,
  args: { label: 'Growth', onDelete: action('removed') },
} satisfies Meta<typeof RemovableChip>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Named: Story = { args: { deleteLabel: 'Remove the bundle Growth' } };
export const LongText: Story = { args: { label: longName } };
