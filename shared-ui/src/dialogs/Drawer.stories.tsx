import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Link } from '../actions/Link';
import { Stack } from '../layout/Stack';
import { Drawer } from './Drawer';

const links = (count: number) => (
  <Stack gap={3} style={{ padding: 20 }}>
    {Array.from({ length: count }, (_, at) => (
      <Link key={at} href={`#page-${at + 1}`}>
        Page {at + 1}
      </Link>
    ))}
  </Stack>
);

const meta = {
  title: 'Dialogs/Drawer',
  component: Drawer,
  args: { open: true, label: 'Quick Links', side: 'right', width: 280, onClose: action('closed'), children: links(8) },
} satisfies Meta<typeof Drawer>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AtTheRight: Story = {};
export const AtTheLeft: Story = { args: { side: 'left', label: 'Pages' } };
export const ManyRows: Story = { args: { children: links(80) } };
export const WiderThanTheWindow: Story = { args: { width: 4000 } };
