import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from '../mui/Button';
import { longName } from '../stories/frames';
import { Page, Panel } from './Page';

const panel = (
  <Panel title="Providers">
    <Typography>Nine of them have hours this week.</Typography>
  </Panel>
);

const meta = {
  title: 'Layout/Page',
  component: Page,
  parameters: { layout: 'fullscreen' },
  args: { title: 'Office & provider hours', children: panel },
} satisfies Meta<typeof Page>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const WithLead: Story = { args: { lead: 'Times are those of the practice: Chicago, CT (UTC−6).' } };
export const WithActions: Story = {
  args: {
    ...WithLead.args,
    actions: (
      <>
        <Button>Refresh</Button>
        <Button>Copy day…</Button>
      </>
    ),
  },
};
export const LongText: Story = { args: { ...WithActions.args, title: longName, lead: longName } };
export const LongTextNarrow: Story = {
  args: { ...LongText.args },
  decorators: [
    (Story) => (
      <div style={{ width: 360 }}>
        <Story />
      </div>
    ),
  ],
};
