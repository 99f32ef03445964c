import { apiErrorOf } from 'shared-api';
import { Page, Pager, phoneQuery, styled, useMedia } from 'shared-ui';
import { useRemote, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useReadAllFeaturesMetadataQuery } from '../api';
import { BulkWork, useBulkWorkflow } from './BulkWorkflow';
import { EditDialog } from './EditDialog';
import { FilterBar } from './FilterBar';
import { labelsIn } from './filter-text';
import { clampPage, listParams, PAGE_BUTTONS } from './list-params';
import { MatchLine } from './MatchLine';
import { messages } from './messages';
import { PracticesMenu } from './PracticesMenu';
import { PAGE_SIZE, PHONE_PAGE_SIZE } from './page-size';
import { CsvLink, PracticesTable } from './PracticesTable';
import { SelectionBar } from './SelectionBar';
import { UsageSummary } from './UsageSummary';
import { useListControls } from './use-list-controls';
import { useListTools } from './use-list-tools';
import { useListMemory } from './use-list-memory';
import { useLoadedList, usePracticesList } from './use-practices-list';
import { usePracticeEditing } from './use-practice-editing';

/** Leaves space for the shell's top bar. */
const Target = styled('div')({
  minWidth: 0,
  scrollMarginTop: 'calc(var(--console-sticky-top, var(--console-frame-top, 0px)) + 12px)',
});

/** Scrolls until the whole list is in view. */
function showList(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' });
}

/** Scrolls to the first row of a new page. A grid whose top is visible stays in place. */
function showTop(list: HTMLElement | null): void {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
}

/**
 * Lists what every practice can use, and changes one or many practices (specification: internal administration, 2.4).
 */
export function AllPracticesPage(): ReactNode {
  const { session } = useRemote();
  const [params, setParams] = useUrlParams(listParams);
  const { page, jobId } = params;
  const { store, isRestoring } = useListMemory(params, (restored) => setParams(restored, { replace: true }));
  const setJobId = (id: string | null): void => setParams({ jobId: id, page });
  const { shown, sort, onFilter, onClearFilters, onSort, onSearch, linkTo } = useListControls(params, setParams);
  const isPhone = useMedia(phoneQuery);
  const [showsUsage, setShowsUsage] = useState(false);
  const pageSize = isPhone ? PHONE_PAGE_SIZE : PAGE_SIZE;
  const list = usePracticesList(params, { pageSize, skip: isRestoring });
  const metadata = useReadAllFeaturesMetadataQuery(undefined, { refetchOnMountOrArgChange: true });
  const { usage, count, isClosest, failure, csv } = list;
  const labelOf = useMemo(() => labelsIn(usage), [usage]);
  const { edited, open, close, storeEditing } = usePracticeEditing();
  const work = useBulkWorkflow(store, labelOf, setJobId);
  const { start } = work;
  const grid = useRef<HTMLDivElement>(null);
  useLoadedList(list, store, { page, pageSize, setParams });

  const onFollow = useCallback(() => showList(grid.current), []);
  const { menus, summary, actions } = useListTools({ store, shown, count, isClosest, labelOf }, csv, start);
  const hasUsage = (list.data ?? !failure) && (!isPhone || showsUsage);
  return (
    <Page
      title={messages.title}
      lead={list.data ? messages.lead(list.data.usage.practices) : messages.leadLoading}
      menu={isPhone && <PracticesMenu showsUsage={showsUsage} onUsage={setShowsUsage} onOperation={start} />}
    >
      {hasUsage && <UsageSummary {...{ usage, linkTo, onFollow }} />}
      <BulkWork work={work} job={jobId} onJob={setJobId} />
      <FilterBar {...{ usage, onFilter, onSearch }} filter={shown} />
      {isPhone && <MatchLine {...{ store, shown, count, isClosest, labelOf }} page={list.practices} />}
      <Target ref={grid}>
        <PracticesTable
          records={(failure ? undefined : list.data?.results) ?? none}
          loading={list.isFetching}
          error={failure ? failure.message : undefined}
          {...{ store, shown, sort, onSort }}
          {...(!isPhone && { summary, actions })}
          onEdit={open}
          onRetry={list.retry}
          onClearFilters={onClearFilters}
          storageKey={`console-columns-practices-${session.user.id}`}
        />
      </Target>
      {list.data && !failure && list.data.count > 0 && (
        <Pager
          page={clampPage(page, list.data.count, pageSize)}
          pageSize={pageSize}
          count={list.data.count}
          pageButtons={PAGE_BUTTONS}
          onPage={(next) => {
            setParams({ page: next });
            showTop(grid.current);
          }}
        />
      )}
      {isPhone && csv && !failure && <CsvLink {...csv} />}
      <SelectionBar {...{ store, shown, labelOf }} actions={menus} />
      {edited && (
        <EditDialog
          key={edited.practice.id}
          {...edited}
          onEditing={storeEditing}
          metadata={metadata.data}
          metadataError={
            metadata.error && { message: apiErrorOf(metadata.error).message, onRetry: () => void metadata.refetch() }
          }
          onClose={close}
        />
      )}
    </Page>
  );
}

const none: readonly never[] = [];
