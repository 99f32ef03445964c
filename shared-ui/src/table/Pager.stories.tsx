import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { useState } from 'react';
import { action } from 'storybook/actions';
import { narrowWidth } from '../stories/frames';
import { Pager } from './Pager';

const meta = {
  title: 'Table/Pager',
  component: Pager,
  args: { page: 1, pageSize: 25, count: 1234, onPage: action('page') },
  render: function Paged(args) {
    const [page, setPage] = useState(args.page);
    return (
      <Pager
        {...args}
        page={page}
        onPage={(next) => {
          setPage(next);
          args.onPage(next);
        }}
      />
    );
  },
} satisfies Meta<typeof Pager>;

export default meta;
type Story = StoryObj<typeof meta>;

export const FirstPage: Story = {};
export const MiddlePage: Story = { args: { page: 7 } };
export const LastPage: Story = { args: { page: 50 } };
export const PageSizes: Story = { args: { onPageSize: action('page size') } };
export const PageButtons: Story = { args: { page: 25, pageButtons: 5 } };
export const OnePage: Story = { args: { count: 6 } };
export const Empty: Story = { args: { count: 0 } };
export const Narrow: Story = {
  args: { page: 25, pageButtons: 5, onPageSize: action('page size') },
  decorators: [narrowWidth],
};
