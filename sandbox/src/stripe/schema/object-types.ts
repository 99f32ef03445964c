/** The objects that the sandbox supports, by the value of `object`, with their types in the SDK. */
interface ObjectTypes {
  /** The file of the SDK that declares the types. */
  file: string;
  types: readonly string[];
}

export const OBJECT_TYPES: Readonly<Record<string, ObjectTypes>> = {
  bank_account: { file: 'BankAccounts', types: ['BankAccount', 'DeletedBankAccount'] },
  card: { file: 'Cards', types: ['Card', 'DeletedCard'] },
  charge: { file: 'Charges', types: ['Charge'] },
  coupon: { file: 'Coupons', types: ['Coupon', 'DeletedCoupon'] },
  credit_note: { file: 'CreditNotes', types: ['CreditNote'] },
  customer: { file: 'Customers', types: ['Customer', 'DeletedCustomer'] },
  customer_balance_transaction: { file: 'CustomerBalanceTransactions', types: ['CustomerBalanceTransaction'] },
  discount: { file: 'Discounts', types: ['Discount', 'DeletedDiscount'] },
  dispute: { file: 'Disputes', types: ['Dispute'] },
  invoice: { file: 'Invoices', types: ['Invoice', 'DeletedInvoice'] },
  invoice_payment: { file: 'InvoicePayments', types: ['InvoicePayment'] },
  invoiceitem: { file: 'InvoiceItems', types: ['InvoiceItem', 'DeletedInvoiceItem'] },
  line_item: { file: 'InvoiceLineItems', types: ['InvoiceLineItem'] },
  payment_intent: { file: 'PaymentIntents', types: ['PaymentIntent'] },
  payment_method: { file: 'PaymentMethods', types: ['PaymentMethod'] },
  plan: { file: 'Plans', types: ['Plan', 'DeletedPlan'] },
  price: { file: 'Prices', types: ['Price', 'DeletedPrice'] },
  product: { file: 'Products', types: ['Product', 'DeletedProduct'] },
  promotion_code: { file: 'PromotionCodes', types: ['PromotionCode'] },
  refund: { file: 'Refunds', types: ['Refund'] },
  setup_intent: { file: 'SetupIntents', types: ['SetupIntent'] },
  source: { file: 'Sources', types: ['Source'] },
  subscription: { file: 'Subscriptions', types: ['Subscription'] },
  subscription_item: { file: 'SubscriptionItems', types: ['SubscriptionItem', 'DeletedSubscriptionItem'] },
  subscription_schedule: { file: 'SubscriptionSchedules', types: ['SubscriptionSchedule'] },
  tax_rate: { file: 'TaxRates', types: ['TaxRate'] },
  webhook_endpoint: { file: 'WebhookEndpoints', types: ['WebhookEndpoint', 'DeletedWebhookEndpoint'] },
};
