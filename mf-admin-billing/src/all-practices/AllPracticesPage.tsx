import { apiErrorOf } from 'shared-api';
import { Page, Pager, styled, Toolbar } from 'shared-ui';
import { CheckboxField } from 'shared-ui/forms';
import { useRemote, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useListPracticeFeaturesQuery, useReadAllFeaturesMetadataQuery } from '../api';
import { BulkMenus } from './BulkMenus';
import { BulkWork, useBulkWorkflow } from './BulkWorkflow';
import { EditDialog } from './EditDialog';
import { clampPage, listParams, PAGE_BUTTONS, PAGE_SIZE, toFilterQuery } from './list-params';
import { messages } from './messages';
import { PracticesTable } from './PracticesTable';
import { SearchBox } from './SearchBox';
import { SelectionBar } from './SelectionBar';
import { selectionStoreOf } from './selection-store';
import { UsageSummary } from './UsageSummary';
import { usePracticeEditing } from './use-practice-editing';

/** Stays below the frame's top bar. */
const Target = styled('div')({ minWidth: 0, scrollMarginTop: 'calc(var(--console-frame-top, 0px) + 12px)' });

/** Scrolls to the first row of another page. A grid whose top is in view stays in place. */
function showTop(list: HTMLElement | null): void {
  if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
}

/** Lists what every practice can use, with changes to one or many of them (specification: internal administration, 2.4). */
export function AllPracticesPage(): ReactNode {
  const { notify, session } = useRemote();
  const [{ search, insider, page, jobId }, setParams] = useUrlParams(listParams);
  const setJobId = (id: string | null): void => setParams({ jobId: id, page });
  const shown = useMemo(() => ({ search, insider }), [search, insider]);
  const list = useListPracticeFeaturesQuery(
    { page, page_size: PAGE_SIZE, ...toFilterQuery(shown) },
    { refetchOnMountOrArgChange: true },
  );
  const metadata = useReadAllFeaturesMetadataQuery(undefined, { refetchOnMountOrArgChange: true });
  const store = selectionStoreOf(session.user);
  const { edited, open, close, storeEditing } = usePracticeEditing();
  const work = useBulkWorkflow(store, setJobId);
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
  const clamped = count === undefined ? page : clampPage(page, count);
  useEffect(() => {
    if (clamped !== page) setParams({ page: clamped }, { replace: true });
  }, [clamped, page, setParams]);

  const { refetch } = list;
  const retry = useCallback(() => void refetch(), [refetch]);
  const clearFilters = useCallback(() => setParams({ search: '', insider: false }), [setParams]);
  // Refining a search replaces the history entry, so Back returns to the list before the search.
  const onSearch = useCallback(
    (text: string) => setParams({ search: text }, { replace: search !== '' && text !== '' }),
    [setParams, search],
  );

  return (
    <Page title={messages.title} lead={list.data ? messages.lead(list.data.usage.practices) : messages.leadLoading}>
      {(list.data ?? !failure) && <UsageSummary usage={list.data?.usage} />}
      <BulkWork work={work} job={jobId} onJob={setJobId} />
      <Toolbar label={messages.filters} actions={<BulkMenus store={store} onOperation={work.start} />}>
        <SearchBox value={search} onSearch={onSearch} />
        <CheckboxField label={messages.insider} checked={insider} onChange={(_, on) => setParams({ insider: on })} />
      </Toolbar>
      <SelectionBar store={store} shown={shown} count={count} />
      <Target ref={grid}>
        <PracticesTable
          records={failure || !records ? none : records}
          loading={list.isFetching}
          error={failure ? failure.message : undefined}
          {...{ store, shown }}
          onEdit={open}
          onRetry={retry}
          onClearFilters={clearFilters}
          storageKey={`console-columns-practices-${session.user.id}`}
        />
      </Target>
      {list.data && !failure && list.data.count > 0 && (
        <Pager
          page={clampPage(page, list.data.count)}
          pageSize={PAGE_SIZE}
          count={list.data.count}
          pageButtons={PAGE_BUTTONS}
          onPage={(next) => {
            setParams({ page: next });
            showTop(grid.current);
          }}
        />
      )}
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
