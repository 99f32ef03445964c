import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Tab, Tabs } from '.';

const meta = {
  title: 'MUI/Tabs',
  component: Tabs,
  subcomponents: { Tab },
  args: {
    value: 'week',
    'aria-label': 'View',
    children: [<Tab key="week" value="week" label="Week" />, <Tab key="month" value="month" label="Month" />],
  },
} satisfies Meta<typeof Tabs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const TwoTabs: Story = {};
