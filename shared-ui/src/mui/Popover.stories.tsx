import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { AnchoredStory } from '../stories/AnchoredStory';
import { Popover } from '.';

const meta = {
  title: 'MUI/Popover',
  component: Popover,
  args: { open: true },
  render: (args) => (
    <AnchoredStory opener="Choose days" onClose={action('closed')}>
      {(anchor, close) => (
        <Popover {...args} open={anchor !== null} anchorEl={anchor} onClose={close}>
          <p style={{ margin: 0, padding: 12 }}>Monday, Tuesday</p>
        </Popover>
      )}
    </AnchoredStory>
  ),
} satisfies Meta<typeof Popover>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
