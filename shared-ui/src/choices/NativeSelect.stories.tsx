import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fieldWidth } from '../stories/frames';
import { OutlinedInput } from '../text-fields';
import { ChevronDownIcon } from '../icons';
import { NativeSelect } from '.';

const meta = {
  title: 'Forms/NativeSelect',
  component: NativeSelect,
  decorators: [fieldWidth],
  args: {
    input: <OutlinedInput />,
    IconComponent: ChevronDownIcon,
    inputProps: { 'aria-label': 'Time zone' },
    defaultValue: 'mountain',
    children: [
      <option key="mountain" value="mountain">
        Mountain Time
      </option>,
      <option key="pacific" value="pacific">
        Pacific Time
      </option>,
    ],
  },
} satisfies Meta<typeof NativeSelect>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Disabled: Story = { args: { disabled: true } };
