import type { ReactNode } from 'react';
import { Button, Popover, Stack, Text } from 'shared-ui';
import { type AccountNumber, otherSide, type Side } from './accounts';
import { phoneNumbersMessages as messages } from './messages';
import { formatPhone } from './phone-text';

/** Numbers whose transfer the person has to confirm. */
export interface TransferRequest {
  /** The button that was pressed; the popover opens next to it. */
  anchor: HTMLElement;
  from: Side;
  numbers: readonly AccountNumber[];
}

export interface TransferPopoverProps {
  request: TransferRequest | null;
  onCancel: () => void;
  onTransfer: (request: TransferRequest) => void;
}

/** Asks "Are you sure?" and states the effect. Cancel has the initial focus. */
export function TransferPopover({ request, onCancel, onTransfer }: TransferPopoverProps): ReactNode {
  return (
    <Popover anchor={request?.anchor ?? null} label={messages.transfer.sure} width={300} onClose={onCancel}>
      {request && (
        <Stack gap={3}>
          <div>
            <Text strong>{messages.transfer.sure}</Text>
            <Text tone="second">{effectOf(request)}</Text>
          </div>
          <Text variant="secondary" tone="third">
            {messages.transfer.leftBehind}
          </Text>
          <Stack direction="row" gap={2} justify="flex-end">
            <Button autoFocus onClick={onCancel}>
              {messages.transfer.cancel}
            </Button>
            <Button variant="primary" onClick={() => onTransfer(request)}>
              {messages.transfer.confirm}
            </Button>
          </Stack>
        </Stack>
      )}
    </Popover>
  );
}

function effectOf({ from, numbers }: TransferRequest): string {
  const [source, target] = [messages.account[from], messages.account[otherSide(from)]];
  const [first] = numbers;
  return first && numbers.length === 1
    ? messages.transfer.effect(formatPhone(first.phone_number), source, target)
    : messages.transfer.effectMany(numbers.length, source, target);
}
