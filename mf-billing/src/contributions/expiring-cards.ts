/** Default cards that have expired or expire soon, of the practice's customers. */
import { ask, type Contributions, contributionPractice } from 'shared-api';
import { type AttentionItem, type Customer, listCustomers, listPaymentMethods } from 'shared-api/contracts';
import { contributionMessages } from './messages';

const text = contributionMessages.expiring;

/** A practice rarely has more customers. The rest is on the page of payment methods. */
const MAX_CUSTOMERS = 5;

export const contribute: Contributions['overview.card'] = async (context) => {
  const { id } = contributionPractice(context);
  const { customers } = await ask(listCustomers, { query: { practice_id: id } }, context);
  const itemsOf = async (customer: Customer): Promise<AttentionItem[]> => {
    const params = { customer: customer.id };
    const { payment_methods: cards } = await ask(listPaymentMethods, { params }, context);
    return cards
      .filter(({ is_default: isDefault, expiry }) => isDefault && expiry !== 'valid')
      .map(({ id: cardId, card: { last4, exp_month: month, exp_year: year }, expiry }): AttentionItem => {
        const expired = expiry === 'expired';
        return {
          id: cardId,
          severity: expired ? 'error' : 'warning',
          label: expired ? text.expired : text.expires,
          title: text.title(last4, `${month}/${year}`, expired),
          detail: text.detail(customer.name ?? customer.id),
          action: { label: text.action, path: `${context.basePath}/subscriptions/payment-methods` },
        };
      });
  };
  const readable = customers.filter(({ error }) => error === null).slice(0, MAX_CUSTOMERS);
  return { attention: (await Promise.all(readable.map(itemsOf))).flat() };
};
