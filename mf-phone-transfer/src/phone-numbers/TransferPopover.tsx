import type { ReactNode } from 'react';
import { Button, Popover, Stack, Text } from 'shared-ui';
import { type AccountNumber, otherSide, type Side } from './accounts';
import { phoneNumbersMessages as words } from './messages';
import { formatPhone } from './phone-text';

/** Numbers that a person is about to move. */
export interface Asked {
  /** What was pressed. */
  anchor: HTMLElement;
  from: Side;
  numbers: readonly AccountNumber[];
}

export interface TransferPopoverProps {
  asked: Asked | null;
  onCancel: () => void;
  onTransfer: (asked: Asked) => void;
}

/** 'Are you sure?', with the effect in plain figures. The way back is the default. */
export function TransferPopover({ asked, onCancel, onTransfer }: TransferPopoverProps): ReactNode {
  return (
    <Popover anchor={asked?.anchor ?? null} label={words.transfer.sure} width={300} onClose={onCancel}>
      {asked && (
        <Stack gap={3}>
          <div>
            <Text strong>{words.transfer.sure}</Text>
            <Text tone="second">{effectOf(asked)}</Text>
          </div>
          <Text variant="secondary" tone="third">
            {words.transfer.leftBehind}
          </Text>
          <Stack direction="row" gap={2} justify="flex-end">
            <Button autoFocus onClick={onCancel}>
              {words.transfer.cancel}
            </Button>
            <Button variant="primary" onClick={() => onTransfer(asked)}>
              {words.transfer.confirm}
            </Button>
          </Stack>
        </Stack>
      )}
    </Popover>
  );
}

function effectOf({ from, numbers }: Asked): string {
  const [source, target] = [words.account[from], words.account[otherSide(from)]];
  const [first] = numbers;
  return first && numbers.length === 1
    ? words.transfer.effect(formatPhone(first.phone_number), source, target)
    : words.transfer.effectMany(numbers.length, source, target);
}
