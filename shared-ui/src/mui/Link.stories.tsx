import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { longName, narrowWidth } from '../stories/frames';
import { Link } from '.';

const meta = {
  title: 'MUI/Link',
  component: Link,
  args: { href: '#practice', children: 'Bright Smiles Dental' },
} satisfies Meta<typeof Link>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const LongTextNarrow: Story = { args: { children: longName }, decorators: [narrowWidth] };
