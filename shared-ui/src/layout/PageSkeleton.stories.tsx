import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { PageSkeleton } from './PageSkeleton';

const meta = { title: 'Layout/PageSkeleton', component: PageSkeleton } satisfies Meta<typeof PageSkeleton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Form: Story = { args: { shape: 'form' } };
export const List: Story = { args: { shape: 'list' } };
export const ListBelowItsToolbar: Story = { args: { shape: 'list', toolbar: false } };
export const Cards: Story = { args: { shape: 'cards' } };
export const Week: Story = { args: { shape: 'week' } };
