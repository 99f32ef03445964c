import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { practiceStates } from 'shared-api/contracts';
import { PracticeSubject } from './PracticeSubject';

const meta = {
  title: 'Practice/PracticeSubject',
  component: PracticeSubject,
  args: {
    practice: { id: 4725, name: 'Bright Smiles Dental' },
    state: { insider: true, states: ['past_due', 'trial'] },
  },
} satisfies Meta<typeof PracticeSubject>;

export default meta;
type Story = StoryObj<typeof meta>;

export const InSeveralStates: Story = {};
export const EveryState: Story = { args: { state: { insider: true, states: practiceStates } } };
/** Nothing is owed and nothing ends. */
export const Active: Story = { args: { state: { insider: false, states: [] } } };
export const Loading: Story = { args: { state: undefined } };
/** The badges go below the name. */
export const Narrow: Story = {
  args: { practice: { id: 100_000, name: 'Children’s Dentistry and Orthodontics of the Northern Lakes' } },
  render: (args) => (
    <div style={{ width: 260 }}>
      <PracticeSubject {...args} />
    </div>
  ),
};
