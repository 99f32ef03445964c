import { EmptyState, Page, Panel, zoneText } from 'shared-ui';
import { practiceActivityAreas } from 'shared-api/contracts/activity';
import {
  ActivityPanel,
  activityParams,
  type ReadActivityPage,
  toActivityQuery,
  useActivityExport,
  useActivityPages,
} from 'shared-ui/activity';
import { usePractice, useRemote, useRight, useUrlParams } from 'shared-ui/remote';
import type { ReactNode } from 'react';
import { useLazyListActivityQuery, useListActivityActorsQuery } from '../api';
import { messages } from '../messages';

const text = messages.activity;

/** Who changed what in the practice, for people who may see it. */
export function ActivityPage(): ReactNode {
  const { reason } = useRight('activity');
  if (reason === undefined) return <Activity />;
  return (
    <Page title={text.title}>
      <Panel>
        <EmptyState title={text.hidden}>{reason}</EmptyState>
      </Panel>
    </Page>
  );
}

function Activity(): ReactNode {
  const { id: practiceId, name, time_zone: zone } = usePractice();
  const { navigate, notify } = useRemote();
  const [filters, setFilters] = useUrlParams(activityParams);
  const [readPage] = useLazyListActivityQuery();
  const { data: actors } = useListActivityActorsQuery({ practice: practiceId }, { refetchOnMountOrArgChange: true });
  const read: ReadActivityPage = (query) => readPage({ practice: practiceId, query }).unwrap();
  const query = toActivityQuery(filters, zone, new Date());
  const pages = useActivityPages(read, query);
  const exporting = useActivityExport(read, query, { fileName: `activity-${practiceId}`, withPractice: false, notify });
  return (
    <Page title={text.title} lead={text.lead(name, zoneText(zone, new Date()))}>
      <ActivityPanel
        pages={pages}
        filters={filters}
        onFilters={(change) => setFilters(change)}
        areas={practiceActivityAreas}
        actors={actors}
        exporting={exporting}
        navigate={navigate}
      />
    </Page>
  );
}
