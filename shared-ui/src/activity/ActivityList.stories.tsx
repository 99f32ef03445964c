import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { narrowWidth } from '../stories/frames';
import { ActivityList } from './ActivityList';
import { someItems } from './fixtures';

const meta = {
  title: 'Activity/ActivityList',
  component: ActivityList,
  args: { items: someItems, timeZone: 'America/Chicago', navigate: () => undefined },
} satisfies Meta<typeof ActivityList>;

export default meta;
type Story = StoryObj<typeof meta>;

export const OfPractice: Story = {};
export const OfAllPractices: Story = {
  args: { practicePath: (practiceId) => `/internal/activity?practice=${practiceId}` },
};
export const Busy: Story = { args: { busy: true } };
export const Narrow: Story = { decorators: [narrowWidth] };
