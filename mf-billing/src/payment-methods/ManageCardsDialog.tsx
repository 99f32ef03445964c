import type { Customer } from 'shared-api/contracts';
import { commonMessages, TitledDialog } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { ReactNode } from 'react';
import { customerName } from '../starting/CustomerPicker';
import { CustomerCards } from './CustomerCards';
import { messages } from './messages';

/** A dialog with the cards of one customer, on top of another dialog. */
export function ManageCardsDialog({ customer, onClose }: { customer: Customer; onClose: () => void }): ReactNode {
  return (
    <TitledDialog
      open
      title={messages.manage.title(customerName(customer))}
      onClose={onClose}
      actions={<Button onClick={onClose}>{commonMessages.close}</Button>}
    >
      <CustomerCards customer={customer} />
    </TitledDialog>
  );
}
