import type { TrialPlan } from 'shared-api/contracts';
import { PopoverDialog } from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import type { Change } from '../changes/change';
import { CostFigures } from '../changes/CostFigures';
import { messages as changeMessages } from '../changes/messages';
import { useChange } from '../changes/use-change';
import { usePreview } from '../changes/use-preview';
import { messages } from './messages';

const text = messages.cancelTrial;

export interface CancelTrialProps {
  plan: TrialPlan;
  trial: NonNullable<TrialPlan['active_trial']>;
}

/** The button that ends a trial, with its confirmation in a popover (specification: billing, 2). */
export function CancelTrial({ plan, trial }: CancelTrialProps): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const right = useRight('billing');
  const reason = right.reason ?? trial.cancel?.reason ?? undefined;
  const { step, problem, run } = useChange();
  const busy = step !== 'idle';
  const change: Change = { kind: 'cancel-trial', planId: plan.id, trialId: trial.id };
  const preview = usePreview(anchor ? change : null);
  const close = (): void => {
    if (!busy) setAnchor(null);
  };
  const confirm = async (): Promise<void> => {
    if (preview.cost && (await run(change, preview.cost)) === 'done') setAnchor(null);
  };
  return (
    <>
      <Button
        variant={right.held ? 'outlined' : 'text'}
        color="error"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={messages.plans.named(messages.plans.cancelTrial, plan.name)}
        reason={reason}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {messages.plans.cancelTrial}
      </Button>
      <PopoverDialog anchorEl={anchor} label={text.title(plan.name)} width={320} onClose={close}>
        <Stack spacing={3}>
          <Typography variant="subtitle1">{text.title(plan.name)}</Typography>
          <Typography color="textSecondary">{text.body}</Typography>
          <CostFigures hasFew preview={preview} />
          {problem !== null && (
            <Alert severity="error" role="alert">
              {problem.message}
            </Alert>
          )}
          <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}>
            <Button autoFocus disabled={busy} onClick={close}>
              {text.keep}
            </Button>
            <Button
              variant="contained"
              color="error"
              loading={busy}
              reason={
                preview.cost ? undefined : preview.error ? changeMessages.preview.needed : changeMessages.preview.wait
              }
              onClick={() => void confirm()}
            >
              {messages.plans.cancelTrial}
            </Button>
          </Stack>
        </Stack>
      </PopoverDialog>
    </>
  );
}
