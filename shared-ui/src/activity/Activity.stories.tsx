import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { practiceActivityAreas } from 'shared-api/contracts/activity';
import { withRemoteContext } from '../stories/frames';
import { Activity } from './Activity';
import { someItems } from './fixtures';
import type { ReadActivityPage } from './use-activity-pages';

const page = { next: null, practice_name: 'Bright Smiles Dental', time_zone: 'America/Chicago', hidden_areas: [] };
const read: ReadActivityPage = () => Promise.resolve({ ...page, results: [...someItems] });

const meta = {
  title: 'Activity/Activity',
  component: Activity,
  decorators: [withRemoteContext],
  args: {
    zone: page.time_zone,
    read,
    actors: [{ id: 'sam', kind: 'person', name: 'Sam Ortiz' }],
    areas: practiceActivityAreas,
    fileName: 'activity-1',
  },
} satisfies Meta<typeof Activity>;

export default meta;
type Story = StoryObj<typeof meta>;

export const OfPractice: Story = {};
export const OfAllPractices: Story = {
  args: { practicePath: (practiceId) => `/internal/activity?practice=${practiceId}` },
};
export const Failed: Story = { args: { read: () => Promise.reject(new Error('The server could not be reached.')) } };
