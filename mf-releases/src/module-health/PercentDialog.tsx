import type { Canary, ModuleHealth } from 'shared-api/contracts';
import { Button, commonMessages, Dialog, NumberInput, Stack, Text } from 'shared-ui';
import { useDiscardQuestion } from 'shared-ui/remote';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { moduleHealthMessages } from './messages';
import { isCanaryPercent } from './release-change';

const text = moduleHealthMessages.percent;

export interface PercentDialogProps {
  module: ModuleHealth;
  canary: Canary;
  busy: boolean;
  onConfirm: (percent: number) => void;
  onClose: () => void;
}

/** Changes the percentage of a canary. */
export function PercentDialog({ module, canary, busy, onConfirm, onClose }: PercentDialogProps): ReactNode {
  const [typed, setTyped] = useState<number | null>(canary.percent);
  const form = useId();
  const percent = isCanaryPercent(typed) ? typed : null;
  const isSame = percent === canary.percent;
  const { close, question } = useDiscardQuestion(isSame ? null : text.unsaved, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (percent !== null && !isSame && !busy) onConfirm(percent);
  };
  return (
    <Dialog
      open
      title={text.title(module.title, canary.version)}
      size="small"
      onClose={busy ? undefined : close}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            {commonMessages.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={busy}
            why={percent === null ? text.wrong : isSame ? text.same(percent) : undefined}
          >
            {text.confirm(percent)}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Stack gap={3}>
          <NumberInput
            label={text.label}
            help={text.help}
            error={percent === null ? text.wrong : undefined}
            value={typed}
            onChange={setTyped}
            min={1}
            max={99}
            unit="%"
            width={110}
          />
          <Text tone="second" role="status">
            {percent === null || isSame
              ? ''
              : percent > canary.percent
                ? text.wider(percent)
                : text.narrower(percent, module.live_version)}
          </Text>
        </Stack>
      </form>
      {question}
    </Dialog>
  );
}
