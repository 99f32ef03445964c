import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Skeleton } from './states';

const meta = { title: 'Feedback/Skeleton', component: Skeleton } satisfies Meta<typeof Skeleton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Line: Story = {};
export const Word: Story = { args: { width: 120 } };
export const Block: Story = { args: { width: '50%', height: 112 } };
