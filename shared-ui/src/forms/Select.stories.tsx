import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fieldWidth } from '../stories/frames';
import { MenuItem } from '../mui';
import { Select } from '.';

const meta = {
  title: 'Forms/Select',
  component: Select,
  decorators: [fieldWidth],
  args: {
    defaultValue: 'mountain',
    SelectDisplayProps: { 'aria-label': 'Time zone' },
    children: [
      <MenuItem key="mountain" value="mountain">
        Mountain Time
      </MenuItem>,
      <MenuItem key="pacific" value="pacific">
        Pacific Time
      </MenuItem>,
    ],
  },
} satisfies Meta<typeof Select>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Open: Story = { args: { defaultOpen: true } };
