import type { ActivityActor, ActivityArea } from 'shared-api/contracts/activity';
import type { ReactNode } from 'react';
import { useRemote } from '../remote/use-remote';
import { useUrlParams } from '../remote/use-url-params';
import { ActivityPanel } from './ActivityPanel';
import { activityParams, toActivityQuery } from './params';
import { type ReadActivityPage, useActivityExport, useActivityPages } from './use-activity-pages';

export interface ActivityProps {
  /** The time zone of the date filters. */
  zone: string;
  read: ReadActivityPage;
  /** Undefined while loading. */
  actors: readonly ActivityActor[] | undefined;
  /** The areas to filter by. */
  areas: readonly ActivityArea[];
  /** Name of the exported file, without its extension. */
  fileName: string;
  /** Returns the path of a practice, for lists that cover several. */
  practicePath?: (practiceId: number) => string;
}

/**
 * Who changed what, with filters in the URL, more entries on demand, and an export.
 *
 * @example
 * const read: ReadActivityPage = () =>
 *   Promise.resolve({ results: [], next: null, practice_name: null, time_zone: 'America/Chicago', hidden_areas: [] });
 * return <Activity zone="America/Chicago" read={read} actors={[]} areas={['settings']} fileName="activity.csv" />;
 */
export function Activity({ zone, read, actors, areas, fileName, practicePath }: ActivityProps): ReactNode {
  const { navigate, notify } = useRemote();
  const [filters, setFilters] = useUrlParams(activityParams);
  const query = toActivityQuery(filters, zone, new Date());
  const pages = useActivityPages(read, query);
  const withPractice = practicePath !== undefined;
  const exporting = useActivityExport(read, query, { fileName, withPractice, notify });
  return (
    <ActivityPanel
      {...{ pages, filters, areas, actors, exporting, navigate, practicePath }}
      onFilters={(change) => setFilters(change)}
    />
  );
}
