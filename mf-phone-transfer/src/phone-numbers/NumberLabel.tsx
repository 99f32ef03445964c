import type { ReactNode } from 'react';
import { color, phone, styled, touchTarget } from 'shared-ui';
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

/** On a phone it stands in the text of its row, so it is as low as a line, with room for a finger around it. */
const LabelButton = styled(Button)({
  maxWidth: '100%',
  paddingInline: 4,
  textAlign: 'start',
  [phone]: { ...touchTarget, minHeight: 24, padding: '2px 0', overflow: 'visible' },
});

/** A number's label as a button that changes it. */
export function NumberLabel({ number: { label, phone_number }, onChange }: NumberLabelProps): ReactNode {
  const shown = formatPhone(phone_number);
  return (
    <LabelButton
      variant="text"
      size="small"
      aria-label={label === undefined ? text.addTo(shown) : text.change(label, shown)}
      onClick={onChange}
    >
      <TwoLines dir="auto" style={label === undefined ? { color: color.inkSecond, fontWeight: 400 } : undefined}>
        {label ?? text.add}
      </TwoLines>
    </LabelButton>
  );
}
