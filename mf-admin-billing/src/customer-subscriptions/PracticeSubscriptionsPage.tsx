import { Page } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import { FeaturesSummary } from '../features-summary/FeaturesSummary';

export function PracticeSubscriptionsPage(): ReactNode {
  const [, setUnsaved] = useState<string | null>(null);
  return (
    <Page title="Features and subscriptions">
      <FeaturesSummary onUnsaved={setUnsaved} />
    </Page>
  );
}
