import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { Button } from '../actions/Button';
import { longName } from '../stories/frames';
import { Page, Panel } from './Page';
import { Text } from './Text';

const panel = (
  <Panel title="Providers">
    <Text>Nine of them have hours this week.</Text>
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

export const Rest: Story = {};
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
