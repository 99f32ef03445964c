import { remedyMessage } from 'shared-api';
import { historyPageSizes } from 'shared-api/contracts';
import {
  busyRegion,
  color,
  EmptyState,
  ErrorState,
  LoadingBlock,
  PageSkeleton,
  Pager,
  Panel,
  radius,
  styled,
} from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { type UrlParams, usePractice, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useListProductChangesQuery } from '../api';
import { FilterForm } from './FilterForm';
import { HistoryItem } from './HistoryItem';
import { HistoryTools } from './HistoryTools';
import { historyMessages as messages } from './messages';
import { clampPage, filterCount, filtersOf, type HistoryParams, noFilters, toQuery } from './history-params';
import { useExport } from './use-export';
import { type HistoryEntry, toHistoryEntry } from './mapper';

const List = styled('ul')({
  scrollMarginTop: 'calc(var(--console-sticky-top, var(--console-frame-top, 0px)) + 12px)',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
  ...busyRegion,
});

const Foot = styled('div')({ '@media print': { display: 'none' } });

interface HistoryEntriesProps {
  entries: readonly HistoryEntry[];
  /** Number of entries on all pages. */
  count: number;
  page: number;
  params: HistoryParams;
  busy: boolean;
  onParams: (change: Partial<HistoryParams>) => void;
}

/** One page of entries. In print, a line says which ones they are. */
function HistoryEntries({ entries, count, page, params, busy, onParams }: HistoryEntriesProps): ReactNode {
  const { time_zone } = usePractice();
  const list = useRef<HTMLUListElement>(null);
  const before = (page - 1) * params.size;
  return (
    <>
      <Typography component="div" data-paper-only="">
        {messages.printed({ first: before + 1, last: before + entries.length, count }, params, filterCount(params))}
      </Typography>
      <List ref={list} aria-label={messages.list} aria-busy={busy || undefined}>
        {entries.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} timeZone={time_zone} />
        ))}
      </List>
      <Foot>
        <Pager
          page={page}
          pageSize={params.size}
          count={count}
          pageButtons={5}
          pageSizes={historyPageSizes}
          onPage={(next) => {
            onParams({ page: next });
            list.current?.scrollIntoView({ block: 'start' });
          }}
          onPageSize={(size) => onParams({ size: historyPageSizes.find((known) => known === size) ?? params.size })}
        />
      </Foot>
    </>
  );
}

export interface ProductHistoryProps {
  /** The URL parameters of page, sort and filters. */
  params: UrlParams<HistoryParams>;
}

/** The history of a practice's entitlements (specification: internal administration, 2.3). */
export function ProductHistory({ params: definition }: ProductHistoryProps): ReactNode {
  const { id: practiceId } = usePractice();
  const [params, setParams] = useUrlParams(definition);
  const [open, setOpen] = useState(filterCount(params) > 0);
  const exporting = useExport();
  const form = useId();
  const { data, error, isFetching, refetch } = useListProductChangesQuery(
    { practice: practiceId, query: toQuery(params) },
    { refetchOnMountOrArgChange: true },
  );
  const entries = useMemo(() => data?.results.map(toHistoryEntry) ?? [], [data]);
  const count = data?.count ?? 0;
  const failed = error !== undefined && !isFetching;
  const page = clampPage(data && !isFetching ? data.page : params.page, params.size, count);

  return (
    <Stack spacing={3}>
      <HistoryTools
        params={params}
        onParams={setParams}
        form={form}
        open={open}
        onOpen={setOpen}
        exporting={exporting}
        empty={failed || count === 0}
      />
      <div id={form} hidden={!open}>
        {open && <FilterForm filters={filtersOf(params)} onApply={setParams} />}
      </div>
      {failed && (
        <Panel>
          <ErrorState message={remedyMessage(error) ?? messages.failed} onRetry={() => void refetch()} />
        </Panel>
      )}
      {!data && !failed && (
        <LoadingBlock label={messages.loading} shape={<PageSkeleton shape="list" toolbar={false} />} />
      )}
      {data && !failed && entries.length === 0 && (
        <EmptyState
          title={messages.empty}
          action={
            filterCount(params) > 0 && <Button onClick={() => setParams(noFilters)}>{messages.clearFilters}</Button>
          }
        >
          {messages.emptyWords}
        </EmptyState>
      )}
      {data && !failed && entries.length > 0 && (
        <HistoryEntries {...{ entries, count, page, params }} busy={isFetching} onParams={setParams} />
      )}
    </Stack>
  );
}
