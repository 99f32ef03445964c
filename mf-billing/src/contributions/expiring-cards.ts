import type { AttentionItem, ExpiringCard } from 'shared-api/contracts';
import { nameOf } from '../overdue/debt-text';
import { contributionMessages } from './messages';

const text = contributionMessages.expiring;

/** Default cards that have expired or expire soon. @param basePath of the practice's pages */
export const expiringItems = (cards: readonly ExpiringCard[], basePath: string): AttentionItem[] =>
  cards.map((card) => {
    const expired = card.expiry === 'expired';
    return {
      id: card.id,
      severity: expired ? 'error' : 'warning',
      label: expired ? text.expired : text.expires,
      title: text.title(card.last4, `${card.exp_month}/${card.exp_year}`, expired),
      detail: text.detail(nameOf(card)),
      action: { label: text.action, path: `${basePath}/subscriptions/payment-methods` },
    };
  });
