import { Button, commonMessages, DataTable, EmptyState, Notice, Page, Stack, Text } from 'shared-ui';
import { usePractice, useRemote } from 'shared-ui/remote';
import { type ReactNode, useMemo, useState } from 'react';
import { useListInvoicesQuery } from '../api';
import { invoiceColumns } from './columns';
import { words } from './messages';

/** Invoices of the practice, page after page (specification: billing, 2). */
export function PaymentHistoryPage(): ReactNode {
  const { id: practice, time_zone } = usePractice();
  const { session } = useRemote();
  const [after, setAfter] = useState<string | undefined>(undefined);
  const { data, error, isFetching, refetch } = useListInvoicesQuery(
    { practice, after },
    { refetchOnMountOrArgChange: true },
  );
  const dashboard = session.flags.super_admin ? (data?.dashboard_url ?? null) : null;
  const columns = useMemo(() => invoiceColumns(time_zone, dashboard), [time_zone, dashboard]);
  const rows = data?.results ?? [];
  const more = data?.has_more === true && data.next_cursor !== null;

  const goOn = (): void => {
    if (isFetching) return;
    // The cursor that failed is asked for again.
    if (error) void refetch();
    else setAfter(data?.next_cursor ?? undefined);
  };

  return (
    <Page title={words.title} lead={words.lead}>
      <DataTable
        caption={words.caption}
        columns={columns}
        rows={rows}
        rowKey={({ invoice_id }) => invoice_id}
        empty={<EmptyState title={words.empty}>{words.emptyHelp}</EmptyState>}
        loading={isFetching && rows.length === 0}
        error={error && rows.length === 0 ? words.failed : undefined}
        onRetry={() => void refetch()}
      />
      {error && rows.length > 0 && (
        <Notice
          tone="danger"
          live="assertive"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              {commonMessages.retry}
            </Button>
          }
        >
          {words.moreFailed}
        </Notice>
      )}
      {rows.length > 0 && (
        <Stack direction="row" justify="space-between" gap={3} wrap>
          <Text tone="second" role="status">
            {more ? words.some(rows.length) : words.all(rows.length)}
          </Text>
          {more && (
            <Button busy={isFetching} onClick={goOn}>
              {words.more}
            </Button>
          )}
        </Stack>
      )}
    </Page>
  );
}
