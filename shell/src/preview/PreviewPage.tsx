/** The page at a preview's URL. Describes the preview and offers to open it. */
import { type ReactNode, useEffect, useState } from 'react';
import { type ApiError, apiErrorOf, type TransportContext } from 'shared-api';
import { ErrorState, LoadingBlock, Page, Panel } from 'shared-ui';
import { Button, Stack, Typography } from 'shared-ui/mui';
import { dayText } from '../account/day';
import { leavePreviewOf, openPreviewAt, type PreviewAddress, type PreviewFacts, readPreviewAt } from './calls';
import { previewMessages as text } from './messages';

export interface PreviewPageProps extends PreviewAddress {
  transport: TransportContext;
  /** Called once the session has another version of the module. Reloads the page. */
  onChange: () => void;
}

export function PreviewPage({ module, preview, transport, onChange }: PreviewPageProps): ReactNode {
  const [facts, setFacts] = useState<PreviewFacts | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let over = false;
    readPreviewAt(transport, { module, preview }).then(
      (read) => over || setFacts(read),
      (reason: unknown) => over || setError(apiErrorOf(reason) ?? null),
    );
    return () => {
      over = true;
    };
  }, [transport, module, preview, attempt]);

  const change = async (make: () => Promise<{ error?: ApiError }>): Promise<void> => {
    setBusy(true);
    const { error: refusal } = await make();
    if (refusal) {
      setError(refusal);
      setBusy(false);
    } else onChange();
  };

  if (error) {
    const retry = (): void => {
      setError(null);
      setAttempt((count) => count + 1);
    };
    return (
      <Page title={text.title}>
        <Panel>
          <ErrorState title={text.failed} message={error.message} onRetry={retry} />
        </Panel>
      </Page>
    );
  }
  if (!facts) {
    return (
      <Page title={text.title}>
        <LoadingBlock label={text.loading} />
      </Page>
    );
  }
  const { version, published_by: by, published_at: published, expires_at: until } = facts.preview;
  return (
    <Page title={text.heading(preview, facts.title)}>
      <Panel>
        <Stack spacing={3} sx={{ alignItems: 'flex-start' }}>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            {text.facts(version, by, dayText(published), dayText(until))}
          </Typography>
          <Typography color="textSecondary">{text.effect}</Typography>
          {facts.open && <Typography role="status">{text.openNow}</Typography>}
          {facts.open ? (
            <Button loading={busy} onClick={() => void change(() => leavePreviewOf(transport, module))}>
              {text.leave}
            </Button>
          ) : (
            <Button
              variant="contained"
              loading={busy}
              onClick={() => void change(() => openPreviewAt(transport, { module, preview }))}
            >
              {text.open}
            </Button>
          )}
        </Stack>
      </Panel>
    </Page>
  );
}
