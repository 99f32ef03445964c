import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { longName, narrowWidth } from '../stories/frames';
import { Stack } from './Stack';
import { Text, type TextTone } from './Text';

const meta = {
  title: 'Layout/Text',
  component: Text,
  args: { children: 'The hours are those of the practice.' },
} satisfies Meta<typeof Text>;

export default meta;
type Story = StoryObj<typeof meta>;

const tones: readonly TextTone[] = ['ink', 'second', 'third', 'primary', 'information', 'attention', 'danger'];

export const Body: Story = {};
export const Strong: Story = { args: { strong: true } };
export const Secondary: Story = { args: { variant: 'secondary', tone: 'second' } };
export const Heading: Story = { args: { variant: 'heading', children: 'Office & provider hours' } };
export const SectionHeading: Story = { args: { variant: 'sectionHeading', children: 'Connected practices' } };
export const Label: Story = { args: { variant: 'label', children: 'Clinic' } };
export const Numeric: Story = { args: { numeric: true, as: 'div', children: '1,234.50' } };
export const Tones: Story = {
  render: (args) => (
    <Stack gap={2}>
      {tones.map((tone) => (
        <Text key={tone} {...args} tone={tone} />
      ))}
    </Stack>
  ),
};
export const LongTextNarrow: Story = { args: { variant: 'heading', children: longName }, decorators: [narrowWidth] };
