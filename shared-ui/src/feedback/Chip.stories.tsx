import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { longName } from '../stories/frames';
import { Chip } from './Badge';

const meta = { title: 'Feedback/Chip', component: Chip, args: { children: 'Growth' } } satisfies Meta<typeof Chip>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Rest: Story = {};
export const Removable: Story = { args: { onRemove: action('removed') } };
export const RemovableByAName: Story = {
  args: { onRemove: action('removed'), removeLabel: 'Remove the bundle Growth' },
};
export const LongText: Story = { args: { children: longName, onRemove: action('removed') } };
