import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { narrowWidth } from '../stories/frames';
import { LoadingBlock } from './states';

const meta = { title: 'Feedback/LoadingBlock', component: LoadingBlock } satisfies Meta<typeof LoadingBlock>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Lines: Story = {};
export const ManyLines: Story = { args: { lines: 12, label: 'Loading providers...' } };
export const Framed: Story = { args: { framed: true, lines: 5 } };
export const OwnShape: Story = {
  args: {
    shape: (
      <Stack direction="row" spacing={4}>
        <Skeleton height={112} />
        <Skeleton height={112} />
      </Stack>
    ),
  },
};
export const Narrow: Story = { args: { framed: true }, decorators: [narrowWidth] };
