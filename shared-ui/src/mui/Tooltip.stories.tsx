import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { screen } from 'storybook/test';
import { Button } from './Button';
import { Tooltip } from '.';

const meta = {
  title: 'MUI/Tooltip',
  component: Tooltip,
  parameters: { layout: 'centered' },
  args: { title: 'Reads the calendar again', describeChild: true, children: <Button>Refresh</Button> },
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(canvas.getByRole('button'));
    await screen.findByRole('tooltip');
  },
} satisfies Meta<typeof Tooltip>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Below: Story = {};
export const Above: Story = { args: { placement: 'top' } };
