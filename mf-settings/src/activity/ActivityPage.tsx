import { EmptyState, Page, Panel, zoneText } from 'shared-ui';
import { missingRight } from 'shared-api/contracts';
import { practiceActivityAreas } from 'shared-api/contracts/activity';
import { Activity } from 'shared-ui/activity';
import { usePractice, useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import { useLazyListActivityQuery, useListActivityActorsQuery } from '../api';
import { messages } from '../messages';
import { SupportAccessNotice } from './SupportAccessNotice';

const text = messages.activity;

/** Lists who changed what in the practice, for people with access to the activity. */
export function ActivityPage(): ReactNode {
  const { name, owners } = usePractice();
  const { held } = useRight('activity');
  if (held) return <PracticeActivity />;
  return (
    <Page title={text.title}>
      <Panel>
        <EmptyState title={text.hidden}>{missingRight('activity', name, owners)}</EmptyState>
      </Panel>
    </Page>
  );
}

function PracticeActivity(): ReactNode {
  const { id: practiceId, name, time_zone: zone } = usePractice();
  const [ended, setEnded] = useState(0);
  const [readPage] = useLazyListActivityQuery();
  const { data: actors } = useListActivityActorsQuery({ practice: practiceId }, { refetchOnMountOrArgChange: true });
  return (
    <Page title={text.title} lead={text.lead(name, zoneText(zone, new Date()))}>
      <SupportAccessNotice onEnded={() => setEnded((count) => count + 1)} />
      <Activity
        // The list starts over with the entry about the ended access.
        key={ended}
        zone={zone}
        read={(query) => readPage({ practice: practiceId, query }).unwrap()}
        actors={actors}
        areas={practiceActivityAreas}
        fileName={`activity-${practiceId}`}
      />
    </Page>
  );
}
