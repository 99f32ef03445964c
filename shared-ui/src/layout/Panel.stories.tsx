import Divider from '@mui/material/Divider';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from '../mui/Button';
import { longName, narrowWidth } from '../stories/frames';
import { Panel } from './Page';

const meta = {
  title: 'Layout/Panel',
  component: Panel,
  args: { children: <Typography>Nine of them have hours this week.</Typography> },
} satisfies Meta<typeof Panel>;

export default meta;
type Story = StoryObj<typeof meta>;

export const WithoutHead: Story = {};
export const Titled: Story = { args: { title: 'Providers' } };
export const Described: Story = {
  args: { title: 'Providers', description: 'Read from the practice management system' },
};
export const WithActions: Story = { args: { ...Described.args, actions: <Button>Add a provider</Button> } };
export const Flush: Story = {
  args: {
    title: 'Latest moves',
    flush: true,
    children: ['Bright Smiles Dental', 'Lakeside Orthodontics'].map((name) => (
      <div key={name}>
        <Divider />
        <div style={{ padding: '10px 16px' }}>
          <Link href="#practice">{name}</Link>
        </div>
      </div>
    )),
  },
};
export const LongTextNarrow: Story = {
  args: { ...WithActions.args, title: longName, description: longName },
  decorators: [narrowWidth],
};
