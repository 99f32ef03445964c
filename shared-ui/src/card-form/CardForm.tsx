import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ErrorState, LoadingBlock } from '../feedback/states';
import { commonMessages } from '../messages';
import { phoneActions } from '../theme/components/dialog';
import { Button } from '../mui/Button';
import { cardFormFonts, useAppearance } from './appearance';
import type { StripeSource } from './load-stripe';
import { cardFormMessages } from './messages';
import { useCardForm } from './use-card-form';

export interface CardFormProps extends StripeSource {
  /** Creates a setup intent and resolves to its client secret. A thrown string is shown as the error. */
  createIntent: () => Promise<string>;
  /** Called when the provider has the card. The form stays busy until the promise settles. */
  onSaved: (setupIntentId: string) => Promise<void> | void;
  onCancel: () => void;
  /** Called when the form couldn't load. The form shows the error and offers Retry. */
  onFailed?: () => void;
  wording?: Partial<Record<keyof typeof cardFormMessages, string>>;
  /** Options between the card and the buttons. */
  children?: ReactNode;
}

const skeleton = (
  <Stack spacing={3}>
    <Skeleton height={52} />
    <Skeleton height={52} />
  </Stack>
);

/**
 * A card form. Its fields are in the provider's frame and send the input directly to the provider, so neither this page
 * nor our server sees it. A decline appears below the card, and the form keeps its input.
 */
export function CardForm(props: CardFormProps): ReactNode {
  const { publishableKey, stripeJsUrl, nonce, createIntent, onFailed, onCancel } = props;
  const messages = { ...cardFormMessages, ...props.wording };
  const { state, retry } = useCardForm({ publishableKey, stripeJsUrl, nonce, createIntent, onFailed });
  const appearance = useAppearance();
  const [fonts] = useState(cardFormFonts);

  if (state.step === 'failed') {
    return <ErrorState title={messages.failed} message={state.reason ?? messages.failedHelp} onRetry={retry} />;
  }
  if (state.step === 'loading') return <LoadingBlock label={messages.loading} shape={skeleton} />;
  return (
    <Elements stripe={state.stripe} options={{ clientSecret: state.clientSecret, appearance, fonts, loader: 'never' }}>
      <CardFields messages={messages} onSaved={props.onSaved} onCancel={onCancel}>
        {props.children}
      </CardFields>
    </Elements>
  );
}

interface CardFieldsProps extends Pick<CardFormProps, 'onSaved' | 'onCancel' | 'children'> {
  messages: Record<keyof typeof cardFormMessages, string>;
}

function CardFields({ messages, onSaved, onCancel, children }: CardFieldsProps): ReactNode {
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);

  const save = async (): Promise<void> => {
    if (!stripe || !elements || running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const { error, setupIntent } = await stripe.confirmSetup({ elements, redirect: 'if_required' });
      // Field errors are already shown under the field.
      if (error) setProblem(error.type === 'validation_error' ? null : (error.message ?? messages.refused));
      else if (setupIntent.status === 'succeeded') await onSaved(setupIntent.id);
      else setProblem(messages.unfinished);
    } catch {
      setProblem(messages.refused);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack spacing={4}>
        {!ready && <LoadingBlock label={messages.loading} shape={skeleton} />}
        {/* A frame whose scheme differs from the page's is opaque. Only the appearance colors its content.
            An invisible frame takes no focus, so nothing is typed before the provider listens. */}
        <div style={{ colorScheme: 'light', ...(!ready && { height: 0, overflow: 'hidden', visibility: 'hidden' }) }}>
          <PaymentElement options={{ layout: 'tabs' }} onReady={() => setReady(true)} />
        </div>
        {problem !== null && (
          <Alert severity="error" role="alert">
            {problem}
          </Alert>
        )}
        {children}
        <Typography variant="body2" color="textTertiary">
          {messages.note}
        </Typography>
        <Stack direction="row" spacing={2} sx={{ justifyContent: 'flex-end', flexWrap: 'wrap', ...phoneActions }}>
          <Button disabled={busy} onClick={onCancel}>
            {commonMessages.cancel}
          </Button>
          <Button type="submit" variant="contained" loading={busy} disabled={!ready}>
            {messages.submit}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
