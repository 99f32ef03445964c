import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { FormControlLabel, Radio, RadioGroup } from '.';

const meta = {
  title: 'Forms/RadioGroup',
  component: RadioGroup,
  subcomponents: { FormControlLabel, Radio },
  args: {
    'aria-label': 'When',
    defaultValue: 'now',
    children: [
      <FormControlLabel key="now" value="now" control={<Radio />} label="Now" />,
      <FormControlLabel key="later" value="later" control={<Radio />} label="At the end of the period" />,
    ],
  },
} satisfies Meta<typeof RadioGroup>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Two: Story = {};
