import { Page } from 'shared-ui';
import type { ReactNode } from 'react';

export function AllPracticesPage(): ReactNode {
  return <Page title="AllPracticesPage">{null}</Page>;
}
