import { Alert, AlertTitle } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { featuresMessages } from './messages';

const messages = featuresMessages.confirm;

export interface CriticalWarningProps {
  /** Display names of the bundles that are being removed. */
  bundles: readonly string[];
}

/**
 * The warning before bundles are removed (specification: internal administration, 2.1). Renders nothing without
 * bundles.
 */
export function CriticalWarning({ bundles }: CriticalWarningProps): ReactNode {
  if (bundles.length === 0) return null;
  return (
    <Alert severity="error">
      <AlertTitle>{messages.critical}</AlertTitle>
      <span>{messages.removal(bundles.join(', '), bundles.length)}</span> <strong>{messages.advice}</strong>
    </Alert>
  );
}
