import { apiErrorOf, request, urlOf } from 'shared-api';
import { exportPracticeFeatures } from 'shared-api/contracts';
import { Page, Pager, phoneQuery, type Sort, styled, useMedia } from 'shared-ui';
import { useRemote, useRemoteLocation, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useListPracticeFeaturesQuery, useReadAllFeaturesMetadataQuery } from '../api';
import { BulkMenus } from './BulkMenus';
import { BulkWork, useBulkWorkflow } from './BulkWorkflow';
import { EditDialog } from './EditDialog';
import { FilterBar } from './FilterBar';
import { labelsIn } from './filter-text';
import { clampPage, type ListFilter, listParams, noFilter, PAGE_BUTTONS, toListQuery } from './list-params';
import { MatchLine } from './MatchLine';
import { messages } from './messages';
import { PracticesMenu } from './PracticesMenu';
import { PAGE_SIZE, PHONE_PAGE_SIZE } from './page-size';
import { CsvLink, PracticesTable, type SortKey } from './PracticesTable';
import { SelectionBar } from './SelectionBar';
import { sizeOf } from './selection';
import { useSelection } from './selection-store';
import { UsageSummary } from './UsageSummary';
import { useListMemory } from './use-list-memory';
import { usePracticeEditing } from './use-practice-editing';

/** Stays below the frame's top bar. */
const Target = styled('div')({
  minWidth: 0,
  scrollMarginTop: 'calc(var(--console-sticky-top, var(--console-frame-top, 0px)) + 12px)',
});

/** Scrolls until the whole list is in view. */
function showList(list: HTMLElement | null): void {
  list?.scrollIntoView({ block: 'nearest' });
}

/** Scrolls to the first row of another page. A grid whose top is in view stays in place. */
function showTop(list: HTMLElement | null): void {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
}

/** Lists what every practice can use, with changes to one or many of them (specification: internal administration, 2.4). */
export function AllPracticesPage(): ReactNode {
  const { notify, session } = useRemote();
  const location = useRemoteLocation();
  const [params, setParams] = useUrlParams(listParams);
  const { page, jobId, sort: sortedBy, order } = params;
  const { store, isRestoring } = useListMemory(params, (restored) => setParams(restored, { replace: true }));
  const setJobId = (id: string | null): void => setParams({ jobId: id, page });
  const { search, insider, bundle, feature, flag, state } = params;
  const shown = useMemo<ListFilter>(
    () => ({ search, insider, bundle, feature, flag, state }),
    [search, insider, bundle, feature, flag, state],
  );
  const listQuery = toListQuery(params);
  const isPhone = useMedia(phoneQuery);
  const [showsUsage, setShowsUsage] = useState(false);
  const pageSize = isPhone ? PHONE_PAGE_SIZE : PAGE_SIZE;
  const list = useListPracticeFeaturesQuery(
    { page, page_size: pageSize, ...listQuery },
    { refetchOnMountOrArgChange: true, skip: isRestoring },
  );
  const metadata = useReadAllFeaturesMetadataQuery(undefined, { refetchOnMountOrArgChange: true });
  const usage = list.data?.usage;
  const labelOf = useMemo(() => labelsIn(usage), [usage]);
  const { edited, open, close, storeEditing } = usePracticeEditing();
  const work = useBulkWorkflow(store, labelOf, setJobId);
  const { start } = work;
  const hasSelection = useSelection(store, (selection) => sizeOf(selection) > 0);
  const grid = useRef<HTMLDivElement>(null);
  const failure = apiErrorOf(list.error);
  const records = list.data?.results;
  const count = list.currentData?.count;

  const showFailure = useEffectEvent(() => {
    if (failure) notify({ severity: 'error', message: messages.failed });
  });
  useEffect(() => showFailure(), [failure]);
  useEffect(() => {
    store.setPage((records ?? []).map(({ practice_id, practice }) => ({ id: practice_id, name: practice })));
  }, [store, records]);
  const clamped = count === undefined ? page : clampPage(page, count, pageSize);
  useEffect(() => {
    if (clamped !== page) setParams({ page: clamped }, { replace: true });
  }, [clamped, page, setParams]);

  const { refetch } = list;
  const retry = useCallback(() => void refetch(), [refetch]);
  const onFilter = useCallback((change: Partial<ListFilter>) => setParams(change), [setParams]);
  const clearFilters = useCallback(() => onFilter(noFilter), [onFilter]);
  const onSort = useCallback(
    ({ key, direction }: Sort<SortKey>) => setParams({ sort: key, order: direction }),
    [setParams],
  );
  const sort = useMemo(() => ({ key: sortedBy, direction: order }), [sortedBy, order]);
  const linkTo = useCallback(
    (filter: Partial<ListFilter>) =>
      `${location.pathname}${listParams.write(location.search, { ...params, ...noFilter, ...filter, page: 1 })}`,
    [location, params],
  );
  const onFollow = useCallback(() => showList(grid.current), []);
  const csvUrl = exportUrl(listQuery);
  const csv = useMemo(() => (count ? { count, url: csvUrl } : undefined), [count, csvUrl]);
  const menus = useMemo(() => <BulkMenus store={store} onOperation={start} />, [store, start]);
  // Refining a search replaces the history entry, so Back returns to the list before the search.
  const onSearch = useCallback(
    (text: string) => setParams({ search: text }, { replace: search !== '' && text !== '' }),
    [setParams, search],
  );

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
      <MatchLine {...{ store, shown, count, labelOf }} actions={hasSelection || isPhone ? undefined : menus} />
      <Target ref={grid}>
        <PracticesTable
          records={failure || !records ? none : records}
          loading={list.isFetching}
          error={failure ? failure.message : undefined}
          {...{ store, shown, sort, onSort }}
          csv={isPhone ? undefined : csv}
          onEdit={open}
          onRetry={retry}
          onClearFilters={clearFilters}
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

/** The CSV file of the whole filtered list. */
const exportUrl = (query: ReturnType<typeof toListQuery>): string => urlOf(request(exportPracticeFeatures, { query }));
