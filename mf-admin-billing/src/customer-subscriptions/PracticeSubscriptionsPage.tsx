import { Page } from 'shared-ui';
import type { ReactNode } from 'react';

export function PracticeSubscriptionsPage(): ReactNode {
  return <Page title="PracticeSubscriptionsPage">{null}</Page>;
}
