import { Page, Panel } from 'shared-ui';
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
    <Page key={practiceId} title={messages.title} subject={<CurrentPractice />} lead={messages.lead}>
      <FeaturesSummary onUnsaved={setFeatures} />
      <CustomerSubscriptions onUnsaved={setStaged} />
      <EmbeddedHistory />
    </Page>
  );
}

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
