import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { Button } from '../actions/Button';
import { SearchInput } from '../fields/SearchInput';
import { ToggleButton } from '../fields/ToggleButton';
import { narrowWidth } from '../stories/frames';
import { Toolbar } from './Toolbar';

const meta = {
  title: 'Layout/Toolbar',
  component: Toolbar,
  args: {
    label: 'Providers',
    children: (
      <>
        <SearchInput label="Search providers" value="" onChange={action('search')} />
        <ToggleButton pressed={false} onChange={action('differing')}>
          Only those that differ
        </ToggleButton>
      </>
    ),
  },
} satisfies Meta<typeof Toolbar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const FiltersAlone: Story = {};
export const WithActions: Story = { args: { actions: <Button>Export</Button> } };
export const Narrow: Story = { args: { ...WithActions.args }, decorators: [narrowWidth] };
