import type { TrialPlan } from 'shared-api/contracts';
import { Button, Notice, Popover, Stack, Text } from 'shared-ui';
import { useRight } from 'shared-ui/remote';
import { type ReactNode, useState } from 'react';
import type { Change } from '../changes/change';
import { CostFigures } from '../changes/CostFigures';
import { messages as changeMessages } from '../changes/messages';
import { useChange } from '../changes/use-change';
import { usePreview } from '../changes/use-preview';
import { messages } from './messages';

const text = messages.cancelTrial;

/** The button that ends a trial, with its confirmation in a popover (specification: billing, 2). */
export function CancelTrial({ plan, trialId }: { plan: TrialPlan; trialId: string }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { reason } = useRight('billing');
  const { step, problem, run } = useChange();
  const busy = step !== 'idle';
  const change: Change = { kind: 'cancel-trial', planId: plan.id, trialId };
  const preview = usePreview(anchor ? change : null);
  const close = (): void => {
    if (!busy) setAnchor(null);
  };
  return (
    <>
      <Button
        variant="danger"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={messages.plans.named(messages.plans.cancelTrial, plan.name)}
        why={reason}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {messages.plans.cancelTrial}
      </Button>
      <Popover anchor={anchor} label={text.title(plan.name)} width={320} onClose={close}>
        <Stack gap={3}>
          <Text strong>{text.title(plan.name)}</Text>
          <Text tone="second">{text.body}</Text>
          <CostFigures preview={preview} />
          {problem !== null && (
            <Notice tone="danger" live="assertive">
              {problem.message}
            </Notice>
          )}
          <Stack direction="row" gap={2} justify="flex-end" wrap>
            <Button autoFocus disabled={busy} onClick={close}>
              {text.keep}
            </Button>
            <Button
              variant="filledDanger"
              busy={busy}
              why={
                preview.cost ? undefined : preview.error ? changeMessages.preview.needed : changeMessages.preview.wait
              }
              onClick={() => preview.cost && void run(change, preview.cost)}
            >
              {messages.plans.cancelTrial}
            </Button>
          </Stack>
        </Stack>
      </Popover>
    </>
  );
}
