import type { ReactNode } from 'react';
import { PopoverDialog } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
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
    <PopoverDialog anchorEl={request?.anchor ?? null} label={messages.transfer.sure} width={300} onClose={onCancel}>
      {request && (
        <Stack spacing={3}>
          <div>
            <Typography variant="subtitle1">{messages.transfer.sure}</Typography>
            <Typography color="textSecondary">{effectOf(request)}</Typography>
          </div>
          <Typography variant="body2" color="textTertiary">
            {messages.transfer.leftBehind}
          </Typography>
          <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end' }}>
            <Button autoFocus onClick={onCancel}>
              {messages.transfer.cancel}
            </Button>
            <Button variant="contained" onClick={() => onTransfer(request)}>
              {messages.transfer.confirm}
            </Button>
          </Stack>
        </Stack>
      )}
    </PopoverDialog>
  );
}

function effectOf({ from, numbers }: TransferRequest): string {
  const [source, target] = [messages.account[from], messages.account[otherSide(from)]];
  const [first] = numbers;
  return first && numbers.length === 1
    ? messages.transfer.effect(formatPhone(first.phone_number), source, target)
    : messages.transfer.effectMany(numbers.length, source, target);
}
