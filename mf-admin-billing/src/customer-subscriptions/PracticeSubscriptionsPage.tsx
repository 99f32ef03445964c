import { color, Page, Panel, styled, touchTarget } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import { usePractice, useRemote, useRemoteLocation, useUnsavedChanges } from 'shared-ui/remote';
import { type ReactNode, useId, useState } from 'react';
import { FeaturesSummary } from '../features-summary/FeaturesSummary';
import { CurrentPractice } from '../practice-state/CurrentPractice';
import { useBillingRevision } from '../revision/use-billing-revision';
import { EMBEDDED_HISTORY, embeddedHistoryParams } from '../product-history/history-params';
import { ProductHistory } from '../product-history/ProductHistory';
import { CustomerSubscriptions } from './CustomerSubscriptions';
import { subscriptionsMessages } from './messages';
import { owedText } from './owed-text';
import { toCustomers } from './mapper';
import { PageLink } from '../all-practices/PageLink';
import { useListPracticeSubscriptionsQuery, useReadUpcomingChargesQuery } from '../api';

const messages = subscriptionsMessages.page;

/** What a practice can use and which subscriptions include it (specification: internal administration, 2.1 to 2.3). */
export function PracticeSubscriptionsPage(): ReactNode {
  const { id: practiceId } = usePractice();
  const [features, setFeatures] = useState<string | null>(null);
  const [staged, setStaged] = useState<string | null>(null);
  const unsaved = [features, staged].filter((what) => what !== null);
  useBillingRevision();
  useUnsavedChanges(unsaved.length > 0 ? { what: messages.unsaved(unsaved) } : null);
  return (
    <Page key={practiceId} title={messages.title} subject={<CurrentPractice />} lead={<Lead />}>
      <FeaturesSummary onUnsaved={setFeatures} />
      <CustomerSubscriptions onUnsaved={setStaged} />
      <EmbeddedHistory />
    </Page>
  );
}

/** What is owed, or the purpose of the page while nothing is. */
function Lead(): ReactNode {
  const { id: practiceId } = usePractice();
  const { currentData: subscriptions } = useListPracticeSubscriptionsQuery({ practice: practiceId });
  const { currentData: charges } = useReadUpcomingChargesQuery(
    { practice: practiceId },
    { refetchOnMountOrArgChange: true },
  );
  const owed = subscriptions && charges && owedText(toCustomers(subscriptions.data), charges);
  if (!owed) return messages.lead;
  return (
    <>
      <Owed>{owed}</Owed>{' '}
      <LeadLink>
        <PageLink to={`/internal/practices/${practiceId}/payment-methods`}>{messages.toPaymentMethods}</PageLink>
      </LeadLink>
    </>
  );
}

const LeadLink = styled('span')({ '& > a': { ...touchTarget, display: 'inline-block' } });

const Owed = styled('strong')({ color: color.danger, fontWeight: 600 });

function EmbeddedHistory(): ReactNode {
  const { navigate } = useRemote();
  const { pathname, search } = useRemoteLocation();
  const params = new URLSearchParams(search);
  const open = params.has(EMBEDDED_HISTORY);
  const id = useId();
  const toggle = (): void => {
    // Hiding the history removes its URL parameters.
    const rest = [...params].filter(([name]) => !name.startsWith(EMBEDDED_HISTORY));
    const next = new URLSearchParams(open ? rest : [...rest, [EMBEDDED_HISTORY, 'shown']]).toString();
    navigate(next === '' ? pathname : `${pathname}?${next}`, { replace: true });
  };
  return (
    <Panel
      title={messages.history}
      description={messages.historyHelp}
      actions={
        <Button aria-expanded={open} aria-controls={id} onClick={toggle}>
          {open ? messages.hideHistory : messages.showHistory}
        </Button>
      }
    >
      <div id={id} hidden={!open}>
        {open && <ProductHistory params={embeddedHistoryParams} />}
      </div>
    </Panel>
  );
}
