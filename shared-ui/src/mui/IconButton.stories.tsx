import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { EditIcon } from '../icons';
import { Tooltip } from './Tooltip';
import { IconButton } from '.';

const meta = {
  title: 'MUI/IconButton',
  component: IconButton,
  args: { children: <EditIcon /> },
  render: (args) => (
    <Tooltip title="Edit">
      <IconButton {...args} />
    </Tooltip>
  ),
} satisfies Meta<typeof IconButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Small: Story = { args: { size: 'small' } };
export const Outlined: Story = { args: { color: 'secondary' } };
export const Danger: Story = { args: { color: 'error' } };
export const Disabled: Story = { args: { disabled: true } };
