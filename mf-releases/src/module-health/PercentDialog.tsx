import type { Canary, ModuleHealth } from 'shared-api/contracts';
import { FormDialog, useStoredForm } from 'shared-ui';
import { NumberField } from 'shared-ui/text-fields';
import { Stack, Typography } from 'shared-ui/mui';
import { type FormEvent, type ReactNode, useId } from 'react';
import { moduleHealthMessages } from './messages';
import { isCanaryPercent } from './release-change';
import { PERCENT_RECORD, percentRequest } from './stored-percent';

const text = moduleHealthMessages.percent;

export interface PercentDialogProps {
  module: ModuleHealth;
  canary: Canary;
  busy: boolean;
  onConfirm: (percent: number) => void;
  onClose: () => void;
}

/** The suggested percentage for a canary that only named people or internal staff have so far. */
const SUGGESTED_PERCENT = 10;

/** A dialog that changes the percentage of a canary. */
export function PercentDialog({ module, canary, busy, onConfirm, onClose }: PercentDialogProps): ReactNode {
  const initial = canary.percent > 0 ? canary.percent : SUGGESTED_PERCENT;
  const {
    form: typed,
    setForm: setTyped,
    isChanged,
  } = useStoredForm<number | null>({
    record: PERCENT_RECORD,
    request: percentRequest(module),
    initial,
    isForm: (stored) => stored === null || typeof stored === 'number',
  });
  const form = useId();
  const percent = isCanaryPercent(typed) ? typed : null;
  const isSame = percent === canary.percent;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (percent !== null && !isSame && !busy) onConfirm(percent);
  };
  return (
    <FormDialog
      title={text.title(module.title, canary.version)}
      busy={busy}
      isChanged={isChanged}
      form={form}
      confirmLabel={text.confirm(percent)}
      reason={percent === null ? text.wrong : isSame ? text.same(percent) : undefined}
      onClose={onClose}
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
    </FormDialog>
  );
}
