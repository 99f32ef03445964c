import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { fieldWidth } from '../stories/frames';
import { OutlinedInput } from '.';
import { FormControl, FormHelperText, FormLabel } from '.';

const meta = {
  title: 'Forms/FormControl',
  component: FormControl,
  subcomponents: { FormHelperText, FormLabel },
  decorators: [fieldWidth],
  args: {
    children: [
      <FormLabel key="label" htmlFor="street">
        Street
      </FormLabel>,
      <OutlinedInput key="input" id="street" defaultValue="12 Main Street" aria-describedby="street-help" />,
      <FormHelperText key="help" id="street-help">
        Without the city.
      </FormHelperText>,
    ],
  },
} satisfies Meta<typeof FormControl>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const WithError: Story = { args: { error: true } };
