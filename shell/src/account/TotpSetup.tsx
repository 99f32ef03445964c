import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ApiError } from 'shared-api';
import type { RecoveryCodes, TotpSetup as Setup } from 'shared-api/contracts/accounts';
import { color, ErrorState, LoadingBlock, styled } from 'shared-ui';
import { TextField } from 'shared-ui/text-fields';
import { Alert, Button, Link, Stack, Typography } from 'shared-ui/mui';
import type { Answer } from './account-calls';
import { messages } from './messages';
import { QrCode } from './QrCode';

const text = messages.setup;

const QR_WIDTH = 184;

const Columns = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 20, alignItems: 'flex-start' });

const Key = styled('code')({
  display: 'block',
  marginTop: 4,
  padding: '6px 10px',
  borderRadius: 6,
  backgroundColor: color.neutralTint,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 13,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
});

const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

export interface TotpSetupProps {
  start: () => Promise<Answer<Setup>>;
  confirm: (code: string) => Promise<Answer<RecoveryCodes>>;
  onConfirmed: (codes: readonly string[]) => void;
  onCancel: () => void;
  cancelLabel?: string;
}

interface TotpStart {
  /** Null while loading. */
  setup: Answer<Setup> | null;
  startAgain: () => void;
}

/** Requests a new secret once, and again only after a failure. */
function useTotpStart(start: TotpSetupProps['start']): TotpStart {
  const [setup, setSetup] = useState<Answer<Setup> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const latestStart = useRef(start);
  useEffect(() => {
    latestStart.current = start;
  });
  useEffect(() => {
    let over = false;
    void latestStart.current().then((answer) => {
      if (!over) setSetup(answer);
    });
    return () => {
      over = true;
    };
  }, [attempt]);
  const startAgain = (): void => {
    setSetup(null);
    setAttempt((count) => count + 1);
  };
  return { setup, startAgain };
}

/** The secret as a QR code, as text, and as a link that opens the app of this device. */
function SecretOf({ setup }: { setup: Setup }): ReactNode {
  return (
    <Columns>
      <QrCode text={setup.uri} label={text.qrLabel} width={QR_WIDTH} />
      <div style={{ flex: '1 1 180px', minWidth: 0 }}>
        <Typography variant="body2" color="textSecondary">
          {text.key}
        </Typography>
        <Key>{grouped(setup.secret)}</Key>
        <Link href={setup.uri} style={{ display: 'inline-block', marginTop: 10 }}>
          {text.openApp}
        </Link>
      </div>
    </Columns>
  );
}

/** Shows the QR code of a new secret and asks for the app's first code. */
export function TotpSetup({ start, confirm, onConfirmed, onCancel, cancelLabel }: TotpSetupProps): ReactNode {
  const { setup, startAgain } = useTotpStart(start);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<Pick<ApiError, 'message' | 'fields'> | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const form = useId();

  if (!setup) return <LoadingBlock label={text.loading} />;
  if (setup.error) {
    return <ErrorState title={text.failed} message={setup.error.message} onRetry={startAgain} />;
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (code.trim() === '') {
      setProblem({ message: '', fields: { code: text.codeMissing } });
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem(null);
    const answer = await confirm(code);
    if (answer.data) {
      onConfirmed(answer.data.recovery_codes);
      return;
    }
    setBusy(false);
    setProblem(answer.error);
    field.current?.focus();
  };
  const wrong = problem?.fields?.['code'];

  return (
    <form id={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack spacing={4}>
        <Typography>{text.scan}</Typography>
        <SecretOf setup={setup.data} />
        {problem && !wrong && (
          <Alert severity="error" role="alert">
            {problem.message}
          </Alert>
        )}
        <TextField
          label={text.code}
          helperText={text.codeHelp}
          errorText={wrong}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          inputRef={field}
          autoFocus
          autoComplete="one-time-code"
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 12 } }}
          style={{ maxWidth: 240 }}
        />
        <Stack direction="row" spacing={2} style={{ justifyContent: 'flex-end' }}>
          <Button disabled={busy} onClick={onCancel}>
            {cancelLabel ?? messages.cancel}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {text.confirm}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}
