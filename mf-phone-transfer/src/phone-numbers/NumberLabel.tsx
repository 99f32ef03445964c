import type { ReactNode } from 'react';
import { Button } from 'shared-ui/mui';
import type { AccountNumber } from './accounts';
import { phoneNumbersMessages } from './messages';
import { formatPhone } from './phone-text';

const text = phoneNumbersMessages.label;

export interface NumberLabelProps {
  number: AccountNumber;
  onChange: () => void;
}

/** What a number is for, as a button that changes it. */
export function NumberLabel({ number: { label, phone_number }, onChange }: NumberLabelProps): ReactNode {
  const shown = formatPhone(phone_number);
  return (
    <Button
      variant="text"
      size="small"
      dir="auto"
      aria-label={label === undefined ? text.addTo(shown) : text.change(label, shown)}
      onClick={onChange}
      sx={{ maxWidth: '100%', textAlign: 'start', overflowWrap: 'anywhere' }}
    >
      {label ?? text.add}
    </Button>
  );
}
