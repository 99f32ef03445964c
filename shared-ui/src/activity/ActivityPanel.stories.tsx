import type { Meta, StoryObj } from '@storybook/react-webpack5';
import { practiceActivityAreas } from 'shared-api/contracts/activity';
import { ActivityPanel } from './ActivityPanel';
import { someItems } from './fixtures';
import { noActivityFilters } from './params';
import type { ActivityPages } from './use-activity-pages';

const loaded: ActivityPages = {
  items: someItems,
  page: {
    results: [...someItems],
    next: null,
    practice_name: 'Bright Smiles Dental',
    time_zone: 'America/Chicago',
    hidden_areas: [],
  },
  loading: false,
  failure: undefined,
  retry: () => undefined,
  loadEarlier: undefined,
};

const meta = {
  title: 'Activity/ActivityPanel',
  component: ActivityPanel,
  args: {
    pages: loaded,
    filters: noActivityFilters,
    onFilters: () => undefined,
    areas: practiceActivityAreas,
    actors: [{ id: 'sam', kind: 'person', name: 'Sam Ortiz' }],
    exporting: { progress: null, run: () => Promise.resolve() },
    navigate: () => undefined,
  },
} satisfies Meta<typeof ActivityPanel>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Loaded: Story = {};
export const Earlier: Story = { args: { pages: { ...loaded, loadEarlier: () => undefined } } };
export const Loading: Story = { args: { pages: { ...loaded, items: undefined, page: null, loading: true } } };
export const Failed: Story = {
  args: { pages: { ...loaded, items: undefined, page: null, failure: 'Couldn’t load the activity.' } },
};
export const Empty: Story = { args: { pages: { ...loaded, items: [] } } };
export const NothingMatches: Story = {
  args: { pages: { ...loaded, items: [] }, filters: { ...noActivityFilters, area: 'phone' } },
};
export const Dates: Story = {
  args: { filters: { ...noActivityFilters, period: 'dates', from: '2026-11-01', to: '2026-11-20' } },
};
export const WithoutBilling: Story = {
  args: { pages: { ...loaded, page: loaded.page && { ...loaded.page, hidden_areas: ['billing'] } } },
};
