import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { createRef } from 'react';
import { action } from 'storybook/actions';
import { narrowWidth } from '../stories/frames';
import { ConflictPanel } from './ConflictPanel';

const by = { changed_by: 'Dana Brooks', changed_at: 1_790_000_000 };

const meta = {
  title: 'Versioned/ConflictPanel',
  component: ConflictPanel,
  args: {
    conflicts: [
      { key: 'phone', field: 'Phone Number', mine: '(555) 010-2000', theirs: '(555) 010-3000', by, choice: null },
      { key: 'email', field: 'Email', mine: 'front@clinic.test', theirs: 'None', by, choice: 'mine' },
    ],
    facts: ['Also changed and shown here: Website (Dana Brooks).'],
    timeZone: 'America/Denver',
    onChoose: action('choose'),
    ref: createRef<HTMLDivElement>(),
  },
} satisfies Meta<typeof ConflictPanel>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Default: Story = {};
export const Selected: Story = {
  args: { conflicts: meta.args.conflicts.map((conflict) => ({ ...conflict, choice: 'theirs' })) },
};
export const OnlyMerged: Story = { args: { conflicts: [] } };
export const Narrow: Story = { decorators: [narrowWidth] };
