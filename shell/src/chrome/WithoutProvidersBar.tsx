import type { ReactNode } from 'react';
import { Alert } from 'shared-ui/mui';
import { messages } from '../messages';
import { PageBar } from './PageBar';

const text = messages.withoutProviders;

/** Says on every page that the sandbox stands in for the providers, so that nobody takes a payment for real. */
export function WithoutProvidersBar(): ReactNode {
  return (
    <PageBar aria-label={text.region}>
      <Alert severity="warning">{text.text}</Alert>
    </PageBar>
  );
}
