import ToggleButton from '@mui/material/ToggleButton';
import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { action } from 'storybook/actions';
import { SearchInput } from '../fields/SearchInput';
import { Button } from '../mui/Button';
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
        <ToggleButton value="differing" onChange={action('differing')}>
          Only those that differ
        </ToggleButton>
      </>
    ),
  },
} satisfies Meta<typeof Toolbar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const FiltersOnly: Story = {};
export const WithActions: Story = { args: { actions: <Button>Export</Button> } };
export const Narrow: Story = { args: { ...WithActions.args }, decorators: [narrowWidth] };
