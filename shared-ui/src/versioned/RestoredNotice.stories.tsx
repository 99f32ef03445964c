import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { narrowWidth } from '../stories/frames';
import { RestoredNotice } from './RestoredNotice';

const meta = {
  title: 'Versioned/RestoredNotice',
  component: RestoredNotice,
  args: { count: 3, onDismiss: action('dismiss') },
} satisfies Meta<typeof RestoredNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const One: Story = { args: { count: 1 } };
export const Narrow: Story = { decorators: [narrowWidth] };
