import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { longName, narrowWidth } from '../stories/frames';
import { Typography } from '.';

const meta = {
  title: 'MUI/Typography',
  component: Typography,
  args: { children: 'The hours are those of the office.' },
} satisfies Meta<typeof Typography>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Body1: Story = {};
export const Body2: Story = { args: { variant: 'body2' } };
export const Subtitle1: Story = { args: { variant: 'subtitle1' } };
export const Subtitle2: Story = { args: { variant: 'subtitle2' } };
export const Heading1: Story = { args: { variant: 'h1', children: 'Office & provider hours' } };
export const Heading2: Story = { args: { variant: 'h2', children: 'Weekly hours' } };
export const Secondary: Story = { args: { color: 'textSecondary' } };
export const Tertiary: Story = { args: { color: 'textTertiary' } };
export const Problem: Story = { args: { color: 'error' } };
export const Numbers: Story = { args: { align: 'right', children: '1,240.50' } };
export const LongTextNarrow: Story = { args: { children: longName }, decorators: [narrowWidth] };
