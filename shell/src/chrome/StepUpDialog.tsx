import { type ReactNode, Suspense } from 'react';
import { LoadingBlock } from 'shared-ui';
import type { StepUpProps } from '../account/StepUp';
import { messages } from '../messages';
import { lazyForm } from './lazy-form';
import { NativeDialog } from './NativeDialog';

const text = messages.stepUp;

const StepUp = lazyForm<StepUpProps>(async () => (await import('../account/StepUp')).StepUp, text);

/** Asks for the second factor again, on top of the open page, which keeps its input. */
export function StepUpDialog(props: StepUpProps): ReactNode {
  return (
    <NativeDialog title={text.title} onEscape={props.onCancel}>
      <Suspense fallback={<LoadingBlock label={text.loading} />}>
        <StepUp {...props} />
      </Suspense>
    </NativeDialog>
  );
}
