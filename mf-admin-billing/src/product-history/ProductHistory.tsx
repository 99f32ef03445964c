import { historyPageSizes } from 'shared-api/contracts';
import {
  Button,
  color,
  EmptyState,
  ErrorState,
  LoadingBlock,
  Pager,
  Panel,
  radius,
  Skeleton,
  Stack,
  styled,
  Text,
} from 'shared-ui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useListProductChangesQuery } from '../api';
import { FilterForm } from './FilterForm';
import { HistoryItem } from './HistoryItem';
import { HistoryTools } from './HistoryTools';
import { historyMessages as messages } from './messages';
import { clampPage, filterCount, withParams, noFilters, type HistoryParams, toQuery } from './history-params';
import { useExport } from './use-export';
import { useHistoryParams } from './use-history-params';
import { toHistoryEntry } from './mapper';

const List = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
  overflow: 'hidden',
  '&[aria-busy=true]': { opacity: 0.6 },
});

const Foot = styled('div')({ '@media print': { display: 'none' } });

export interface ProductHistoryProps {
  /** Before each name in the address, where the page has other things in it. */
  prefix?: string;
}

/** The changes of what the practice may use (specification: internal administration, 2.3). */
export function ProductHistory({ prefix = '' }: ProductHistoryProps): ReactNode {
  const { id: practiceId, time_zone } = usePractice();
  const [position, setPosition] = useHistoryParams(prefix);
  const [open, setOpen] = useState(filterCount(position.filters) > 0);
  const exporting = useExport();
  const form = useId();
  const { data, error, isFetching, refetch } = useListProductChangesQuery(
    { practice: practiceId, query: toQuery(position) },
    { refetchOnMountOrArgChange: true },
  );
  const entries = useMemo(() => data?.results.map(toHistoryEntry) ?? [], [data]);
  const count = data?.count ?? 0;
  const failed = error !== undefined && !isFetching;
  const page = clampPage(data && !isFetching ? data.page : position.page, position.size, count);
  const show = (next: HistoryParams): void => setPosition(next);

  return (
    <Stack gap={3}>
      <HistoryTools
        position={position}
        onMove={show}
        form={form}
        open={open}
        onOpen={setOpen}
        exporting={exporting}
        empty={failed || count === 0}
      />
      <div id={form} hidden={!open}>
        {open && (
          <FilterForm filters={position.filters} onApply={(filters) => show(withParams(position, { filters }))} />
        )}
      </div>
      {failed && (
        <Panel>
          <ErrorState message={messages.failed} onRetry={() => void refetch()} />
        </Panel>
      )}
      {!data && !failed && <LoadingBlock label={messages.loading} shape={<Bones />} />}
      {data && !failed && entries.length === 0 && (
        <EmptyState
          title={messages.empty}
          action={
            filterCount(position.filters) > 0 && (
              <Button onClick={() => show(withParams(position, { filters: noFilters }))}>
                {messages.clearFilters}
              </Button>
            )
          }
        >
          {messages.emptyWords}
        </EmptyState>
      )}
      {data && !failed && entries.length > 0 && (
        <>
          <Text as="div" data-paper-only="">
            {messages.printed(
              (page - 1) * position.size + 1,
              (page - 1) * position.size + entries.length,
              count,
              position.sort,
              position.order,
              filterCount(position.filters),
            )}
          </Text>
          <List aria-label={messages.list} aria-busy={isFetching || undefined}>
            {entries.map((entry) => (
              <HistoryItem key={entry.id} entry={entry} timeZone={time_zone} />
            ))}
          </List>
          <Foot>
            <Pager
              page={page}
              pageSize={position.size}
              count={count}
              pageButtons={5}
              pageSizes={historyPageSizes}
              onPage={(next) => show({ ...position, page: next })}
              onPageSize={(size) =>
                show(withParams(position, { size: historyPageSizes.find((known) => known === size) ?? position.size }))
              }
            />
          </Foot>
        </>
      )}
    </Stack>
  );
}

function Bones(): ReactNode {
  return (
    <Stack gap={2}>
      {Array.from({ length: 6 }, (_, line) => (
        <Skeleton key={line} height={32} />
      ))}
    </Stack>
  );
}
