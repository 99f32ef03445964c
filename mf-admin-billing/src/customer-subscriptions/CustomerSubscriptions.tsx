import { remedyMessage } from 'shared-api';
import type { AdminCustomer } from 'shared-api/contracts';
import { EmptyState, ErrorState, LoadingBlock, Panel, PlusIcon, RetryNotice, useStoredRequest } from 'shared-ui';
import { ReadingNotice } from 'shared-ui/cards';
import { Button, Skeleton, Stack, Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type ReactNode, useMemo, useState } from 'react';
import { useListPracticeSubscriptionsQuery } from '../api';
import { AttachDialog } from './AttachDialog';
import { CustomerCard } from './CustomerCard';
import { customersByUrgency, hasSeat, withSchedules } from './groups';
import { subscriptionsMessages as messages } from './messages';
import { OwnersTable } from './OwnersTable';
import { RemoveDialog } from './RemoveDialog';
import { toCustomers } from './mapper';
import { type Seat, seatsOf } from './seats';
import { attachmentRecord, searchIn } from './stored-attachment';
import { removalIn, removalRecord } from './stored-removal';

export interface CustomerSubscriptionsProps {
  /** Called with a description of the unsaved work, or null. */
  onUnsaved: (what: string | null) => void;
}

/** The practice's seats and the ids of their items. */
function useSeats(customers: readonly AdminCustomer[]): { seats: readonly Seat[]; attached: ReadonlySet<string> } {
  const { id: practiceId } = usePractice();
  const attached = useMemo(() => {
    const items = customers.flatMap(({ subscriptions }) => subscriptions.flatMap((one) => one.items));
    return new Set(items.filter((item) => hasSeat(item, practiceId)).map(({ id }) => id));
  }, [customers, practiceId]);
  const seats = useMemo(
    () =>
      customers.flatMap(({ subscriptions }) =>
        withSchedules(subscriptions).flatMap((entry) => seatsOf(entry, practiceId)),
      ),
    [customers, practiceId],
  );
  return { seats, attached };
}

/** The subscriptions on which the practice has a seat, and its owners (specification: internal administration, 2.2). */
export function CustomerSubscriptions({ onUnsaved }: CustomerSubscriptionsProps): ReactNode {
  const { id: practiceId } = usePractice();
  const { currentData, error, isFetching, refetch } = useListPracticeSubscriptionsQuery(
    { practice: practiceId },
    { refetchOnMountOrArgChange: true },
  );
  const customers = useMemo(() => customersByUrgency(toCustomers(currentData?.data ?? [])), [currentData]);
  /** The search text with which the dialog opened; null while it is closed. */
  const storedAttachment = useStoredRequest(attachmentRecord(practiceId));
  const [attaching, setAttaching] = useState(() => searchIn(storedAttachment));
  const stored = useStoredRequest(removalRecord(practiceId));
  const [removing, setRemoving] = useState(() => removalIn(stored));
  const { seats, attached } = useSeats(customers);
  const failed = error !== undefined && !isFetching;
  const remedy = remedyMessage(error);

  return (
    <>
      <Stack direction="row" spacing={3} sx={{ justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Typography variant="h2">{messages.title}</Typography>
        <Button variant="contained" startIcon={<PlusIcon size={14} />} onClick={() => setAttaching('')}>
          {messages.add}
        </Button>
      </Stack>
      {failed && currentData && (
        <RetryNotice title={messages.failed} onRetry={() => void refetch()}>
          {remedy ?? messages.old}
        </RetryNotice>
      )}
      {!currentData && (
        <Panel>
          {failed ? (
            <ErrorState message={remedy ?? messages.failed} onRetry={() => void refetch()} />
          ) : (
            <LoadingBlock label={messages.loading} shape={<CustomerSkeleton />} />
          )}
        </Panel>
      )}
      <ReadingNotice
        subject={messages.title}
        progress={currentData?.progress}
        busy={isFetching}
        onReadOn={() => void refetch()}
      />
      {currentData && !currentData.progress && customers.length === 0 && (
        <Panel>
          <EmptyState title={messages.none}>{messages.noneWords}</EmptyState>
        </Panel>
      )}
      {customers.map((customer) => (
        <CustomerCard
          key={customer.id}
          customer={customer}
          dashboard={currentData?.dashboard_url ?? null}
          busy={isFetching}
          onRetry={() => void refetch()}
          onRemove={setRemoving}
        />
      ))}
      <OwnersTable onSearch={setAttaching} />
      {attaching !== null && (
        <AttachDialog search={attaching} attached={attached} onUnsaved={onUnsaved} onClose={() => setAttaching(null)} />
      )}
      {removing && currentData && (
        <RemoveDialog
          itemIds={removing}
          seats={seats.filter(({ item }) => removing.includes(item.id))}
          onStale={() => void refetch()}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

/** A skeleton of a customer with a few items, as tall as the content. */
function CustomerSkeleton(): ReactNode {
  return (
    <Stack spacing={4}>
      <Skeleton width={180} height={18} />
      {Array.from({ length: 6 }, (_, item) => (
        <Skeleton key={item} height={56} />
      ))}
    </Stack>
  );
}
