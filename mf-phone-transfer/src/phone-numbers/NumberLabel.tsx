import type { ReactNode } from 'react';
import { styled } from 'shared-ui';
import { Button } from 'shared-ui/mui';
import type { AccountNumber } from './accounts';
import { phoneNumbersMessages } from './messages';
import { formatPhone } from './phone-text';

const text = phoneNumbersMessages.label;

/** Truncates a label to the row's width. The dialog shows all of it. */
const TwoLines = styled('span')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  lineHeight: 1.3,
});

export interface NumberLabelProps {
  number: AccountNumber;
  onChange: () => void;
}

/** A number's label as a button that changes it. */
export function NumberLabel({ number: { label, phone_number }, onChange }: NumberLabelProps): ReactNode {
  const shown = formatPhone(phone_number);
  return (
    <Button
      variant="text"
      size="small"
      aria-label={label === undefined ? text.addTo(shown) : text.change(label, shown)}
      onClick={onChange}
      sx={{ maxWidth: '100%', px: 1, textAlign: 'start' }}
    >
      <TwoLines dir="auto">{label ?? text.add}</TwoLines>
    </Button>
  );
}
