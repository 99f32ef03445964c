import { Button, commonMessages, Dialog, Notice, Stack } from 'shared-ui';
import type { ReactNode } from 'react';
import type { Change } from './change';
import { CostFigures } from './CostFigures';
import { words } from './messages';
import { useChange } from './use-change';
import { usePreview } from './use-preview';
import type { CostPreview } from 'shared-api/contracts';

export interface ChangeDialogProps {
  title: string;
  /** What is chosen; null while nothing is. */
  change: Change | null;
  /** What the button does, with what it costs once that is known. */
  label: (cost: CostPreview | undefined) => string;
  /** What keeps the change from being made, beside its cost; undefined where nothing does. */
  why?: string | undefined;
  /** What cannot be undone. */
  danger?: boolean;
  /** Failures are told here alone, without a toast. */
  quiet?: boolean;
  size?: 'small' | 'medium' | 'large';
  children?: ReactNode;
  onClose: () => void;
}

/** In a long dialog what went wrong may stand below the fold. */
function intoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'nearest' });
}

/** A dialog that changes what a practice pays: its cost stands beside the button, which waits for it. */
export function ChangeDialog(props: ChangeDialogProps): ReactNode {
  const { title, change, label, why, danger = false, quiet = false, size = 'small', children, onClose } = props;
  const { busy, problem, run } = useChange({ quiet });
  const preview = usePreview(change);
  const { cost, error } = preview;
  const waits = cost ? undefined : error ? words.preview.needed : change ? words.preview.wait : undefined;

  const go = async (): Promise<void> => {
    if (!change || !cost) return;
    const result = await run(change, cost.proration_date);
    if (result === 'done') onClose();
    else if (result === 'refused') preview.retry();
  };

  return (
    <Dialog
      open
      framesOver
      title={title}
      size={size}
      role={danger ? 'alertdialog' : 'dialog'}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={busy} autoFocus={danger} onClick={onClose}>
            {danger ? words.keep : commonMessages.cancel}
          </Button>
          <Button
            variant={danger ? 'filledDanger' : 'primary'}
            busy={busy}
            why={why ?? waits}
            disabled={change === null}
            onClick={() => void go()}
          >
            {label(cost)}
          </Button>
        </>
      }
    >
      <Stack gap={3}>
        {children}
        {change && <CostFigures of={preview} />}
        {problem !== null && (
          <div ref={intoView}>
            <Notice tone="danger" live="assertive">
              {problem}
            </Notice>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}
