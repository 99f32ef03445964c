import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { narrowWidth } from '../stories/frames';
import { ReadingNotice } from './ReadingNotice';

const meta = {
  title: 'Cards/ReadingNotice',
  component: ReadingNotice,
  args: { subject: 'Charges', progress: { read: 12, total: 50 }, busy: false, onReadOn: action('read on') },
} satisfies Meta<typeof ReadingNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Busy: Story = { args: { busy: true } };
export const Narrow: Story = { decorators: [narrowWidth] };
