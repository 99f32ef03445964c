import type { TrialPlan } from 'shared-api/contracts';
import { Button, Notice, Popover, Stack, Text } from 'shared-ui';
import { type ReactNode, useState } from 'react';
import type { Change } from '../changes/change';
import { CostFigures } from '../changes/CostFigures';
import { words as changing } from '../changes/messages';
import { useChange } from '../changes/use-change';
import { usePreview } from '../changes/use-preview';
import { words } from './messages';

const text = words.cancelTrial;

/** The button that ends a trial, and its question, in a popover (specification: billing, 2). */
export function CancelTrial({ plan, trial }: { plan: TrialPlan; trial: string }): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { busy, problem, run } = useChange();
  const change: Change = { kind: 'cancel-trial', plan: plan.id, trial };
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
        aria-label={words.plans.named(words.plans.cancelTrial, plan.name)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {words.plans.cancelTrial}
      </Button>
      <Popover anchor={anchor} label={text.title(plan.name)} width={320} onClose={close}>
        <Stack gap={3}>
          <Text strong>{text.title(plan.name)}</Text>
          <Text tone="second">{text.body}</Text>
          <CostFigures of={preview} />
          {problem !== null && (
            <Notice tone="danger" live="assertive">
              {problem}
            </Notice>
          )}
          <Stack direction="row" gap={2} justify="flex-end" wrap>
            <Button autoFocus disabled={busy} onClick={close}>
              {text.keep}
            </Button>
            <Button
              variant="filledDanger"
              busy={busy}
              why={preview.cost ? undefined : preview.error ? changing.preview.needed : changing.preview.wait}
              onClick={() => void run(change)}
            >
              {words.plans.cancelTrial}
            </Button>
          </Stack>
        </Stack>
      </Popover>
    </>
  );
}
