import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { AT } from './fixtures';
import { RevertNotice } from './RevertNotice';

const done = { kind: 'done', at: AT, timeZone: 'America/Chicago' } as const;

const meta = {
  title: 'Activity/RevertNotice',
  component: RevertNotice,
  args: { state: { ...done, staged: 1, skipped: [] }, onRetry: () => undefined },
} satisfies Meta<typeof RevertNotice>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Staged: Story = {};
export const PartlyStaged: Story = { args: { state: { ...done, staged: 1, skipped: ['Time zone'] } } };
export const NothingStaged: Story = { args: { state: { ...done, staged: 0, skipped: ['Time zone'] } } };
export const SameAsNow: Story = { args: { state: { ...done, staged: 0, skipped: [] } } };
export const Loading: Story = { args: { state: { kind: 'loading' } } };
export const Failed: Story = { args: { state: { kind: 'failed', message: 'This change isn’t in the activity.' } } };
