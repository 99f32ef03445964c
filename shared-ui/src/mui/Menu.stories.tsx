import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { AnchoredStory } from '../stories/AnchoredStory';
import { Menu, MenuItem } from '.';

const meta = {
  title: 'MUI/Menu',
  component: Menu,
  subcomponents: { MenuItem },
  args: { open: true },
  render: (args) => (
    <AnchoredStory opener="Copy day" onClose={action('closed')}>
      {(anchor, close) => (
        <Menu {...args} open={anchor !== null} anchorEl={anchor} onClose={close}>
          <MenuItem selected>To the whole week</MenuItem>
          <MenuItem onClick={close}>To other days…</MenuItem>
          <MenuItem disabled>To closed days</MenuItem>
        </Menu>
      )}
    </AnchoredStory>
  ),
} satisfies Meta<typeof Menu>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
