import { CheckboxField } from 'shared-ui/choices';
import { Skeleton } from 'shared-ui/mui';
import type { ReactNode } from 'react';

export interface ConsentCheckboxProps {
  /** The text of the terms; undefined while the amounts are calculated. */
  terms: string | undefined;
  checked: boolean;
  /** Receives the accepted terms; null if the checkbox is cleared. */
  onChange: (agreed: string | null) => void;
}

/** The consent to the terms. A placeholder reserves its space while the amounts are calculated. */
export function ConsentCheckbox({ terms, checked, onChange }: ConsentCheckboxProps): ReactNode {
  if (terms === undefined) return <Skeleton height={32} />;
  return <CheckboxField label={terms} checked={checked} onChange={(_, next) => onChange(next ? terms : null)} />;
}
