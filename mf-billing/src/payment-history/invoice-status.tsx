import { type Invoice, invoiceStatuses } from 'shared-api/contracts';
import { StatusBadge, type Tone } from 'shared-ui';
import type { ReactNode } from 'react';
import { messages } from './messages';

type Known = (typeof invoiceStatuses)[number];

function isKnown(status: string): status is Known {
  return invoiceStatuses.some((known) => known === status);
}

/** The tone of a status badge (specification: billing, 4). Statuses not in the specification are neutral. */
export function toneOfInvoice(status: string): Tone {
  if (!isKnown(status)) return 'neutral';
  switch (status) {
    case 'paid':
      return 'success';
    case 'open':
      return 'attention';
    case 'void':
    case 'uncollectible':
      return 'danger';
    case 'draft':
      return 'information';
  }
}

function labelOf(status: string): string {
  return isKnown(status)
    ? messages.statuses[status]
    : status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');
}

export interface InvoiceBadgeProps {
  status: string;
  dispute: Invoice['dispute'];
  /** True while the bank is collecting it, so that nobody needs to pay it. */
  collecting: boolean;
}

const toneOfDispute = { open: 'attention', lost: 'danger' } as const satisfies Record<string, Tone>;

/** The badge's label and tone. A dispute takes precedence over a collection, and both over the status. */
export function appearanceOfInvoice({ status, dispute, collecting }: InvoiceBadgeProps): { label: string; tone: Tone } {
  if (dispute) return { label: messages.disputes[dispute], tone: toneOfDispute[dispute] };
  if (collecting && status === 'open') return { label: messages.collecting, tone: 'information' };
  return { label: labelOf(status), tone: toneOfInvoice(status) };
}

export function InvoiceBadge(props: InvoiceBadgeProps): ReactNode {
  const { label, tone } = appearanceOfInvoice(props);
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}
