import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { ConsoleTheme } from './ConsoleTheme';
import { color, radius, type Tokens } from './tokens';

/** Backgrounds of the kit with their text colors. */
const grounds: readonly [ground: keyof Tokens, text: keyof Tokens][] = [
  ['paper', 'ink'],
  ['surface', 'ink'],
  ['rail', 'ink'],
  ['subtle', 'inkSecond'],
  ['primaryTint', 'primary'],
  ['primaryFill', 'onPrimaryFill'],
  ['attentionTint', 'attention'],
  ['dangerTint', 'danger'],
  ['dangerFill', 'onDangerFill'],
  ['informationTint', 'information'],
  ['successTint', 'success'],
  ['neutralTint', 'neutral'],
  ['inverse', 'onInverse'],
  ['inverseAction', 'onInverseAction'],
  ['internal', 'onInternal'],
];

const meta = {
  title: 'Theme/ConsoleTheme',
  component: ConsoleTheme,
  args: { nonce: '', children: <Typography>Inter, with figures of one width: 1,111.11 and 8,888.88</Typography> },
} satisfies Meta<typeof ConsoleTheme>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Typeface: Story = {};
export const Colors: Story = {
  args: {
    children: (
      <Stack spacing={2}>
        {grounds.map(([ground, text]) => (
          <div
            key={ground}
            style={{
              padding: '8px 12px',
              border: `1px solid ${color.line}`,
              borderRadius: radius.control,
              backgroundColor: color[ground],
              color: color[text],
            }}
          >
            {text} on {ground}
          </div>
        ))}
      </Stack>
    ),
  },
};
