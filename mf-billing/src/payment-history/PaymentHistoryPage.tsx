import { remedyMessage } from 'shared-api';
import type { CustomerProblem, Invoice } from 'shared-api/contracts';
import {
  commonMessages,
  EmptyState,
  ErrorState,
  FirstContent,
  LoadingBlock,
  Page,
  PageSkeleton,
  Panel,
  phoneQuery,
  RetryNotice,
  touchQuery,
  useMedia,
} from 'shared-ui';
import { ReadingNotice } from 'shared-ui/cards';
import { Alert, Button, Skeleton, Stack, Typography } from 'shared-ui/mui';
import { RecordGrid } from 'shared-ui/data-grid';
import { usePractice, useRemote, useRight, useUrlParams } from 'shared-ui/remote';
import { type ReactNode, useMemo } from 'react';
import { type InvoiceFilter, useListInvoicesInfiniteQuery } from '../api';
import { isPartial } from '../charges/partial-answer';
import { useUpcomingCharges } from '../charges/use-upcoming-charges';
import { ConfirmingChanges } from '../confirming/ConfirmingChanges';
import { useBillingRevision } from '../revision/use-billing-revision';
import { AmountsHidden } from '../rights/AmountsHidden';
import { messages as rightsMessages } from '../rights/messages';
import { hasPayable, invoiceColumns, rowHeightOf } from './columns';
import { ExportMenu, Exports } from './Exports';
import { HistoryFilters } from './HistoryFilters';
import { historyParams, isReversed, toInvoiceFilter } from './history-filter';
import { InvoiceCards } from './InvoiceCards';
import { messages } from './messages';
import { Totals } from './Totals';
import { UpcomingSummary } from './UpcomingSummary';

/** The table fits between both sidebars of wider windows, so that names and actions aren't cut off. */
const NARROW = '(max-width: 1431.95px)';

/** The practice's invoices, with filters, totals and exports (specification: billing, 2). */
export function PaymentHistoryPage(): ReactNode {
  const { held } = useRight('billing.read');
  return held ? <HistoryPage /> : <AmountsHidden title={messages.title} hidden={rightsMessages.invoicesHidden} />;
}

function HistoryPage(): ReactNode {
  const [params, setParams] = useUrlParams(historyParams);
  const filter = useMemo(() => toInvoiceFilter(params), [params]);
  const { pending } = useUpcomingCharges();
  const isPhone = useMedia(phoneQuery);
  const isNarrow = useMedia(NARROW);
  const isEmpty = useIsEmpty(filter);
  const exports = useMemo(() => <Exports filter={filter} />, [filter]);
  useBillingRevision();
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      menu={isPhone && !isEmpty && !isReversed(params) && <ExportMenu filter={filter} />}
    >
      <FirstContent pending={pending} label={messages.loading} shape={<PageSkeleton shape="list" />}>
        <ConfirmingChanges />
        <UpcomingSummary />
        {!isEmpty && (
          <HistoryFilters
            filter={params}
            onChange={setParams}
            isFolded={isNarrow}
            actions={
              !isPhone &&
              !isReversed(params) && (
                <Stack direction="row" spacing={2}>
                  {exports}
                </Stack>
              )
            }
          />
        )}
        {isReversed(params) ? (
          <EmptyState title={commonMessages.dates.reversed}>{messages.correctDates}</EmptyState>
        ) : (
          <Invoices filter={filter} exports={isEmpty ? undefined : exports} />
        )}
      </FirstContent>
    </Page>
  );
}

/** The errors of all pages, once per customer, because each page can repeat them. */
function problemsOf(pages: readonly { problems: readonly CustomerProblem[] }[]): CustomerProblem[] {
  const byCustomer = new Map(pages.flatMap(({ problems }) => problems).map((one) => [one.customer_id, one]));
  return [...byCustomer.values()];
}

interface MissingInvoicesProps {
  problems: readonly CustomerProblem[];
  busy: boolean;
  onRetry: () => void;
}

/** Customers whose invoices couldn't be loaded. */
function MissingInvoices({ problems, busy, onRetry }: MissingInvoicesProps): ReactNode {
  return problems.map(({ customer_id: id, name, message }) => (
    <RetryNotice key={id} tone="attention" title={messages.problem(name ?? id)} busy={busy} onRetry={onRetry}>
      {message}
    </RetryNotice>
  ));
}

/** True if the practice has no invoices. False until that is known. */
function useIsEmpty(filter: InvoiceFilter): boolean {
  const { id: practiceId } = usePractice();
  const { currentData, hasNextPage } = useListInvoicesInfiniteQuery({ practiceId, filter });
  if (Object.keys(filter).length > 0 || !currentData || hasNextPage) return false;
  return currentData.pages.every((page) => page.results.length === 0 && !isPartial(page));
}

interface InvoicesProps {
  filter: InvoiceFilter;
  /** The buttons above the table. */
  exports: ReactNode;
}

function Invoices({ filter, exports }: InvoicesProps): ReactNode {
  const { id: practiceId } = usePractice();
  const { session } = useRemote();
  const narrow = useMedia(NARROW);
  const query = useListInvoicesInfiniteQuery({ practiceId, filter }, { refetchOnMountOrArgChange: true });
  const { currentData, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const pages = currentData?.pages ?? [];
  // Memoized, so that the grid renders only new rows while more load.
  const rows = useMemo(() => currentData?.pages.flatMap(({ results }) => results) ?? [], [currentData]);
  const dashboard = session.flags.super_admin ? (pages[0]?.dashboard_url ?? null) : null;
  const { data: charges } = useUpcomingCharges();
  const collecting = useMemo(
    () => new Set(charges?.unpaid?.flatMap(({ invoice_id: id, state }) => (state === 'collecting' ? [id] : [])) ?? []),
    [charges],
  );
  const List = narrow ? CardsOrState : InvoiceTable;
  const totals = useMemo(() => <Totals filter={filter} />, [filter]);
  const filtered = Object.keys(filter).length > 0;
  const partial = pages.some(isPartial);
  return (
    <>
      <MissingInvoices problems={problemsOf(pages)} busy={isFetching} onRetry={() => void refetch()} />
      <ReadingNotice
        subject={messages.invoices}
        progress={pages.at(-1)?.progress}
        busy={isFetching}
        onReadOn={() => void refetch()}
      />
      <List
        rows={rows}
        dashboard={dashboard}
        collecting={collecting}
        exports={exports}
        totals={totals}
        empty={
          partial ? (
            <EmptyState title={messages.missing} />
          ) : (
            <EmptyState title={messages.empty}>{filtered ? messages.emptyFiltered : messages.emptyHelp}</EmptyState>
          )
        }
        loading={isFetching && currentData === undefined}
        problem={error && rows.length === 0 ? (remedyMessage(error) ?? messages.failed) : undefined}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
      {error !== undefined && rows.length > 0 && (
        <Alert
          severity="error"
          role="alert"
          action={
            <Button loading={isFetching} onClick={() => void fetchNextPage()}>
              {commonMessages.retry}
            </Button>
          }
        >
          {remedyMessage(error) ?? messages.moreFailed}
        </Alert>
      )}
      {rows.length > 0 && (
        <Stack direction="row" spacing={3} sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
          <Typography color="textSecondary" role="status">
            {hasNextPage || partial ? messages.some(rows.length) : messages.all(rows.length)}
          </Typography>
          {hasNextPage && (
            <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {messages.more}
            </Button>
          )}
        </Stack>
      )}
    </>
  );
}

const noDebts: readonly never[] = [];

interface InvoiceListProps {
  rows: readonly Invoice[];
  dashboard: string | null;
  /** Ids of invoices that the bank is collecting. */
  collecting: ReadonlySet<string>;
  exports: ReactNode;
  /** A line above the rows. */
  totals: ReactNode;
  empty: ReactNode;
  loading: boolean;
  /** Why the invoices failed to load; undefined otherwise. */
  problem: string | undefined;
  busy: boolean;
  onRetry: () => void;
}

function InvoiceTable(props: InvoiceListProps): ReactNode {
  const { rows, dashboard, collecting, exports, totals, empty, loading, problem, busy, onRetry } = props;
  const { time_zone } = usePractice();
  const { session } = useRemote();
  const isTouch = useMedia(touchQuery);
  const debts = useUpcomingCharges().data?.debts ?? noDebts;
  const columns = useMemo(
    () => invoiceColumns(time_zone, dashboard, rows, collecting, debts),
    [time_zone, dashboard, rows, collecting, debts],
  );
  return (
    <RecordGrid
      caption={messages.caption}
      columns={columns}
      rows={rows}
      rowKey={({ invoice_id }) => invoice_id}
      rowHeight={rowHeightOf(rows, {
        hasPay: hasPayable(rows, debts, collecting),
        hasDashboard: dashboard !== null,
        isTouch,
      })}
      actions={exports}
      summary={totals}
      storageKey={`console-columns-invoices-${session.user.id}`}
      empty={empty}
      loading={loading || (problem !== undefined && busy)}
      error={problem}
      onRetry={onRetry}
    />
  );
}

function CardsOrState(props: InvoiceListProps): ReactNode {
  const { rows, dashboard, collecting, totals, empty, loading, problem, busy, onRetry } = props;
  if (problem !== undefined) {
    return (
      <Panel>
        <ErrorState message={problem} busy={busy} onRetry={onRetry} />
      </Panel>
    );
  }
  if (loading) {
    return (
      <LoadingBlock
        shape={
          <Stack spacing={2}>
            <Skeleton height={64} />
            <Skeleton height={64} />
            <Skeleton height={64} />
          </Stack>
        }
      />
    );
  }
  if (rows.length === 0) return <Panel>{empty}</Panel>;
  return (
    <Stack spacing={2}>
      {totals}
      <InvoiceCards invoices={rows} dashboard={dashboard} collecting={collecting} />
    </Stack>
  );
}
