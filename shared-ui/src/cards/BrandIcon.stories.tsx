import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { BrandIcon, brandName } from './brands';

const meta = {
  title: 'Cards/BrandIcon',
  component: BrandIcon,
  args: { brand: 'visa' },
  render: ({ brand }) => (
    <Stack direction="row" spacing={3}>
      <BrandIcon brand={brand} />
      <Typography>{brandName(brand)}</Typography>
    </Stack>
  ),
} satisfies Meta<typeof BrandIcon>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Visa: Story = {};
export const Mastercard: Story = { args: { brand: 'mastercard' } };
export const AmericanExpress: Story = { args: { brand: 'amex' } };
export const Discover: Story = { args: { brand: 'discover' } };
export const WithoutPicture: Story = { args: { brand: 'jcb' } };
export const Unknown: Story = { args: { brand: 'unknown' } };
