import { type ApiError } from 'shared-api';
import { Checkbox, Page, Pager, Toolbar } from 'shared-ui';
import { useRemote } from 'shared-ui/remote';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useListPracticeFeaturesQuery, useReadAllFeaturesMetadataQuery } from '../api';
import { BulkMenus } from './BulkMenus';
import { BulkWork, useBulkWork } from './BulkWork';
import { EditDialog } from './EditDialog';
import { clampedPage, filterQuery, PAGE_BUTTONS, PAGE_SIZE } from './list-place';
import { words } from './messages';
import { PracticesTable } from './PracticesTable';
import { SearchBox } from './SearchBox';
import { SelectionBar } from './SelectionBar';
import { SelectionStore } from './selection-store';
import { UsageSummary } from './UsageSummary';
import { usePracticeEditing } from './use-practice-editing';
import { useList } from './use-list';

/** What every practice may use, and changes to one or to many of them (specification: internal administration, 2.4). */
export function AllPracticesPage(): ReactNode {
  const { notify } = useRemote();
  const [place, go] = useList();
  const { search, insider, page, job } = place;
  const shown = useMemo(() => ({ search, insider }), [search, insider]);
  const list = useListPracticeFeaturesQuery(
    { page, page_size: PAGE_SIZE, ...filterQuery(shown) },
    { refetchOnMountOrArgChange: true },
  );
  const metadata = useReadAllFeaturesMetadataQuery(undefined, { refetchOnMountOrArgChange: true });
  const [store] = useState(() => new SelectionStore());
  const { edited, open, close, keep } = usePracticeEditing();
  const work = useBulkWork(store, (id) => go({ job: id }));
  const failure = list.error as ApiError | undefined;
  const records = list.data?.results;
  const count = list.currentData?.count;

  const tell = useEffectEvent(() => {
    if (failure) notify({ severity: 'error', message: words.failed });
  });
  useEffect(() => tell(), [failure]);
  useEffect(() => {
    store.show((records ?? []).map(({ practice_id, practice }) => ({ id: practice_id, name: practice })));
  }, [store, records]);
  const clamped = count === undefined ? page : clampedPage(page, count);
  useEffect(() => {
    if (clamped !== page) go({ page: clamped });
  }, [clamped, page, go]);

  const { refetch } = list;
  const retry = useCallback(() => void refetch(), [refetch]);
  const clearFilters = useCallback(() => go({ search: '', insider: false }), [go]);
  const onSearch = useCallback((text: string) => go({ search: text }), [go]);

  return (
    <Page title={words.title} lead={list.data ? words.lead(list.data.usage.practices) : words.leadLoading}>
      {(list.data ?? !failure) && <UsageSummary usage={list.data?.usage} />}
      <BulkWork work={work} job={job} onJob={(id) => go({ job: id })} />
      <Toolbar label={words.filters} actions={<BulkMenus store={store} onDeed={work.begin} />}>
        <SearchBox value={search} onSearch={onSearch} />
        <Checkbox label={words.insider} checked={insider} onChange={(on) => go({ insider: on })} />
      </Toolbar>
      <SelectionBar store={store} shown={shown} count={count} />
      <PracticesTable
        records={failure || !records ? none : records}
        loading={list.isFetching}
        error={failure ? failure.message : undefined}
        {...{ store, shown }}
        onEdit={open}
        onRetry={retry}
        onClearFilters={clearFilters}
      />
      {list.data && !failure && list.data.count > 0 && (
        <Pager
          page={clampedPage(page, list.data.count)}
          pageSize={PAGE_SIZE}
          count={list.data.count}
          pageButtons={PAGE_BUTTONS}
          onPage={(next) => go({ page: next })}
        />
      )}
      {edited && (
        <EditDialog
          key={edited.practice.id}
          {...edited}
          onEditing={keep}
          metadata={metadata.data}
          metadataError={
            metadata.error && { message: (metadata.error as ApiError).message, again: () => void metadata.refetch() }
          }
          onClose={close}
        />
      )}
    </Page>
  );
}

const none: readonly never[] = [];
