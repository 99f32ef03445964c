import type { ReactNode } from 'react';
import { Alert } from 'shared-ui/mui';
import { messages } from '../messages';
import { PageBar } from './PageBar';

const text = messages.withoutProviders;

/** Says on every page that the sandbox replaces the providers, so that nobody mistakes a payment for a real one. */
export function WithoutProvidersBar(): ReactNode {
  return (
    <PageBar aria-label={text.region}>
      <Alert severity="warning">{text.text}</Alert>
    </PageBar>
  );
}
