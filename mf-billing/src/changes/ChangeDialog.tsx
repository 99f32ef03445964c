import type { CostPreview, PaymentMethod } from 'shared-api/contracts';
import { FormDialog } from 'shared-ui';
import { Alert, AlertTitle, Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { CardChoice } from './CardChoice';
import type { Change } from './change';
import { CostFigures } from './CostFigures';
import { messages } from './messages';
import { useChange } from './use-change';
import type { ChangeProblem } from './use-payment-run';
import { type Preview, usePreview } from './use-preview';

export interface ChangeDialogProps {
  title: string;
  /** The chosen change; null while the choice is missing or invalid. */
  change: Change | null;
  /** The payer. After a declined payment, the dialog offers their saved cards. Null if nothing can be charged. */
  customerId: string | null;
  /** The button's label. The cost is undefined while loading. */
  label: (cost: CostPreview | undefined) => string;
  /** Why the change is blocked, besides a missing cost; undefined if it isn't. */
  why?: string | undefined | ((cost: CostPreview | undefined) => string | undefined);
  /** For actions that can't be undone. */
  danger?: boolean;
  /** Shows failures only in the dialog, without a toast. */
  quiet?: boolean;
  /** True if closing would lose a choice. */
  isChanged?: boolean;
  /** As in MUI. */
  maxWidth?: 'xs' | 'sm' | 'md';
  /** Content above the cost. A function receives the preview, e.g. to state amounts. */
  children?: ReactNode | ((preview: Preview) => ReactNode);
  onDone?: () => void;
  onClose: () => void;
}

/** Scrolls to the problem and the cards below it, which can be out of view in a long dialog. */
function scrollIntoView(node: HTMLElement | null): void {
  node?.scrollIntoView({ block: 'start' });
}

/** A dialog for a change of what a practice pays. Its button is disabled until the cost is shown. */
export function ChangeDialog(props: ChangeDialogProps): ReactNode {
  const { title, change, customerId, label, danger = false, quiet = false, maxWidth = 'xs', children } = props;
  const { isChanged = false, onClose, onDone } = props;
  const { step, problem, run } = useChange({ quiet });
  const preview = usePreview(change);
  const [offersCards, setOffersCards] = useState(false);
  const [card, setCard] = useState<PaymentMethod | null>(null);
  const { cost, error } = preview;
  const busy = step !== 'idle';
  const waits = cost ? undefined : error ? messages.preview.needed : change ? messages.preview.wait : undefined;
  // The declined card isn't charged again unless the person chooses it again.
  const needsCard = problem?.kind === 'declined' && customerId !== null && card === null;
  const why = typeof props.why === 'function' ? props.why(cost) : props.why;
  if (problem?.kind === 'declined' && customerId !== null && !offersCards) setOffersCards(true);

  const confirm = async (): Promise<void> => {
    if (!change || !cost) return;
    const result = await run(change, cost, card?.id);
    if (result === 'declined') setCard(null);
    if (result === 'declined' || result === 'refused') preview.retry();
    if (result !== 'done') return;
    onDone?.();
    onClose();
  };

  return (
    <FormDialog
      disableEnforceFocus
      title={title}
      maxWidth={maxWidth}
      role={danger ? 'alertdialog' : 'dialog'}
      danger={danger}
      busy={busy}
      isChanged={isChanged}
      cancelLabel={danger ? messages.keep : undefined}
      confirmLabel={label(cost)}
      reason={why ?? waits ?? (needsCard ? messages.cards.choose : undefined)}
      disabled={change === null}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Stack spacing={3}>
        {typeof children === 'function' ? children(preview) : children}
        {change && <CostFigures keeps={change.kind === 'undo-removal'} preview={preview} card={card?.card} />}
        {step === 'bank' && (
          <Alert severity="info" role="status">
            {messages.bank.waiting}
          </Alert>
        )}
        {problem && <ProblemNotice problem={problem} />}
        {offersCards && customerId !== null && (
          <CardChoice customerId={customerId} value={card?.id ?? null} onChange={setCard} />
        )}
      </Stack>
    </FormDialog>
  );
}

export function ProblemNotice({ problem: { kind, title, message } }: { problem: ChangeProblem }): ReactNode {
  return (
    <div ref={scrollIntoView}>
      <Alert severity={kind === 'outdated' ? 'warning' : 'error'} role="alert">
        {title !== undefined && <AlertTitle>{title}</AlertTitle>}
        <Typography component="div">{message}</Typography>
      </Alert>
    </div>
  );
}
