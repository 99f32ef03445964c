import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import * as icons from '../icons';

/** All icons of the kit with their names. */
function Icons({ size }: icons.IconProps) {
  return (
    <ul
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
        gap: 12,
        margin: 0,
        padding: 0,
        listStyle: 'none',
      }}
    >
      {Object.entries(icons).map(([name, Icon]) => (
        <li key={name} style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
          <Icon {...(size !== undefined && { size })} />
          <Typography variant="body2">{name}</Typography>
        </li>
      ))}
    </ul>
  );
}

const meta = { title: 'Icons/All', component: Icons } satisfies Meta<typeof Icons>;

export default meta;
type Story = StoryObj<typeof meta>;

export const DefaultSize: Story = {};
export const Small: Story = { args: { size: 12 } };
export const Large: Story = { args: { size: 24 } };
