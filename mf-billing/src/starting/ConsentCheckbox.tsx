import { Checkbox, Skeleton } from 'shared-ui';
import type { ReactNode } from 'react';

export interface ConsentCheckboxProps {
  /** What is agreed to; undefined while its amounts are calculated. */
  terms: string | undefined;
  checked: boolean;
  /** The terms that are agreed to, or null. */
  onChange: (agreed: string | null) => void;
}

/** The consent to stated terms. Its room is kept while their amounts are calculated. */
export function ConsentCheckbox({ terms, checked, onChange }: ConsentCheckboxProps): ReactNode {
  if (terms === undefined) return <Skeleton height={32} />;
  return <Checkbox label={terms} checked={checked} onChange={(next) => onChange(next ? terms : null)} />;
}
