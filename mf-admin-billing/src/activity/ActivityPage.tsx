import { activityAreas, practiceActivityAreas } from 'shared-api/contracts/activity';
import { Page, zoneText } from 'shared-ui';
import { Activity, type ReadActivityPage } from 'shared-ui/activity';
import { Button } from 'shared-ui/mui';
import { type UrlParam, urlParams, useRemote, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import {
  useLazyListActivityQuery,
  useLazyListAllActivityQuery,
  useListActivityActorsQuery,
  useListAllActivityActorsQuery,
} from '../api';
import { browserZone } from '../browser-zone';
import { activityMessages as messages } from './messages';
import { WaitingApprovals } from './WaitingApprovals';

const practiceParam: UrlParam<number | null> = {
  name: 'practice',
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : null),
  format: (id) => (id === null ? null : String(id)),
};
const scopeParams = urlParams<{ practiceId: number | null }>({ practiceId: practiceParam });

const practiceActivityPath = (practiceId: number): string => `/internal/activity?practice=${practiceId}`;

/** Who changed what in all practices, or in one: `?practice=12`. */
export function ActivityPage(): ReactNode {
  const [{ practiceId }] = useUrlParams(scopeParams);
  return practiceId === null ? <AllActivity /> : <PracticeActivity key={practiceId} practiceId={practiceId} />;
}

function AllActivity(): ReactNode {
  const [zone] = useState(browserZone);
  const [readPage] = useLazyListAllActivityQuery();
  const [decided, setDecided] = useState(0);
  const { data: actors } = useListAllActivityActorsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Page title={messages.title} lead={messages.lead(zoneText(zone, new Date()))}>
      <WaitingApprovals onDecided={() => setDecided((count) => count + 1)} />
      <Activity
        // The list starts over with the decision's entry.
        key={decided}
        zone={zone}
        read={(query) => readPage({ query: { ...query, time_zone: zone } }).unwrap()}
        actors={actors}
        areas={activityAreas}
        fileName="activity"
        practicePath={practiceActivityPath}
      />
    </Page>
  );
}

function PracticeActivity({ practiceId }: { practiceId: number }): ReactNode {
  const { navigate } = useRemote();
  const [readPage] = useLazyListActivityQuery();
  const { data: actors } = useListActivityActorsQuery({ practice: practiceId }, { refetchOnMountOrArgChange: true });
  const [found, setFound] = useState<{ name: string; zone: string }>();
  const read: ReadActivityPage = async (query) => {
    const page = await readPage({ practice: practiceId, query }).unwrap();
    setFound((before) => before ?? { name: page.practice_name ?? '', zone: page.time_zone });
    return page;
  };
  return (
    <Page
      title={messages.title}
      lead={found ? messages.leadOfPractice(found.name, zoneText(found.zone, new Date())) : messages.loading}
      actions={<Button onClick={() => navigate('/internal/activity')}>{messages.allPractices}</Button>}
    >
      <Activity
        // Until the first page returns the practice's time zone, days are in the browser's.
        zone={found?.zone ?? browserZone()}
        read={read}
        actors={actors}
        areas={practiceActivityAreas}
        fileName={`activity-${practiceId}`}
      />
    </Page>
  );
}
