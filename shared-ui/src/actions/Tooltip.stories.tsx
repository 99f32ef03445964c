import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { screen } from 'storybook/test';
import { longName } from '../stories/frames';
import { Button } from './Button';
import { Tooltip } from './Tooltip';

const meta = {
  title: 'Actions/Tooltip',
  component: Tooltip,
  parameters: { layout: 'centered' },
  args: { title: 'Reads everything anew', children: <Button>Refresh</Button> },
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(canvas.getByRole('button'));
    await screen.findByRole('tooltip');
  },
} satisfies Meta<typeof Tooltip>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Below: Story = {};
export const Above: Story = { args: { placement: 'top' } };
export const AtTheLeft: Story = { args: { placement: 'left' } };
export const AtTheRight: Story = { args: { placement: 'right' } };
export const LongText: Story = { args: { title: `${longName}: ${longName}` } };
export const WithoutText: Story = {
  args: { title: '' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.hover(canvas.getByRole('button'));
  },
};
