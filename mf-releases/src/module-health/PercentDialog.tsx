import type { Canary, ModuleHealth } from 'shared-api/contracts';
import { commonMessages, TitledDialog } from 'shared-ui';
import { NumberField } from 'shared-ui/text-fields';
import { Button, Stack, Typography } from 'shared-ui/mui';
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

/** For a canary that only named people or internal staff have. */
const SUGGESTED_PERCENT = 10;

/** Changes the percentage of a canary. */
export function PercentDialog({ module, canary, busy, onConfirm, onClose }: PercentDialogProps): ReactNode {
  const initial = canary.percent > 0 ? canary.percent : SUGGESTED_PERCENT;
  const [typed, setTyped] = useState<number | null>(initial);
  const form = useId();
  const percent = isCanaryPercent(typed) ? typed : null;
  const isSame = percent === canary.percent;
  const { close, question } = useDiscardQuestion(typed === initial ? null : text.unsaved, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (percent !== null && !isSame && !busy) onConfirm(percent);
  };
  return (
    <TitledDialog
      open
      title={text.title(module.title, canary.version)}
      maxWidth="xs"
      onClose={busy ? undefined : close}
      actions={
        <>
          <Button disabled={busy} onClick={close}>
            {commonMessages.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            variant="contained"
            loading={busy}
            reason={percent === null ? text.wrong : isSame ? text.same(percent) : undefined}
          >
            {text.confirm(percent)}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Stack spacing={3}>
          <NumberField
            label={text.label}
            helperText={text.help}
            errorText={percent === null ? text.wrong : undefined}
            value={typed}
            onValueChange={setTyped}
            min={1}
            max={99}
            unit="%"
            width={110}
          />
          {text.inAnyCase(canary) !== '' && <Typography color="textSecondary">{text.inAnyCase(canary)}</Typography>}
          <Typography color="textSecondary" role="status">
            {percent === null || isSame
              ? ''
              : percent > canary.percent
                ? text.wider(percent)
                : text.narrower(percent, module.live_version)}
          </Typography>
        </Stack>
      </form>
      {question}
    </TitledDialog>
  );
}
