import { type ReactNode, useEffect, useRef } from 'react';
import { InlineStatus, Panel, StatusBadge, type Tone } from 'shared-ui';
import { Box, Button, Stack, Typography } from 'shared-ui/mui';
import { phoneNumbersMessages as messages } from './messages';
import { formatPhone } from './phone-text';
import { type TransferState, type ResolvedResult, tally } from './results';
import type { Transfers } from './use-transfers';

function toneOf(state: TransferState): Tone {
  switch (state) {
    case 'waiting':
      return 'neutral';
    case 'moving':
      return 'information';
    case 'moved':
      return 'success';
    case 'failed':
      return 'danger';
    case 'unknown':
      return 'attention';
  }
}

export interface TransferResultsProps {
  results: readonly ResolvedResult[];
  phase: Transfers['phase'];
  onRetry: (results: readonly ResolvedResult[]) => void;
  onClose: () => void;
}

/** The result of each transfer. It takes the focus when a transfer starts, because the pressed row disappears. */
export function TransferResults({ results, phase, onRetry, onClose }: TransferResultsProps): ReactNode {
  const top = useRef<HTMLDivElement>(null);
  const running = phase !== 'idle';
  useEffect(() => {
    if (running) top.current?.focus();
  }, [running]);
  const again = results.filter((result) => result.canRetry);
  return (
    <div ref={top} tabIndex={-1} style={{ outline: 'none' }}>
      <Panel
        title={messages.results.title}
        actions={
          !running && (
            <>
              {again.length > 0 && (
                <Button variant="contained" onClick={() => onRetry(again)}>
                  {messages.results.retry}
                </Button>
              )}
              <Button onClick={onClose}>{messages.results.close}</Button>
            </>
          )
        }
      >
        <Stack spacing={3}>
          <InlineStatus tone={toneOfAll(results, running)}>{progressOf(results, phase)}</InlineStatus>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '12px' }}>
            {results.map((result) => (
              <ResultRow key={result.number.sid} {...result} />
            ))}
          </Box>
        </Stack>
      </Panel>
    </div>
  );
}

function ResultRow({ number, to, state, message, notes }: ResolvedResult): ReactNode {
  return (
    <li>
      <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
        <StatusBadge tone={toneOf(state)}>{messages.results.state[state]}</StatusBadge>
        <Typography component="span" variant="subtitle1">
          {formatPhone(number.phone_number)}
        </Typography>
        <Typography color="textSecondary" component="span">
          {messages.results.to(messages.account[to])}
        </Typography>
      </Stack>
      {[...(message === undefined || message === '' ? [] : [message]), ...notes].map((line) => (
        <Typography key={line} color="textSecondary" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </li>
  );
}

function toneOfAll(results: readonly ResolvedResult[], running: boolean): Tone {
  if (running) return 'information';
  const { failed, unknown } = tally(results);
  return failed > 0 ? 'danger' : unknown > 0 ? 'attention' : 'success';
}

function progressOf(results: readonly ResolvedResult[], phase: Transfers['phase']): string {
  if (phase === 'idle') return messages.results.summary(tally(results));
  const at = results.findIndex(({ state }) => state === 'moving');
  const moving = results[at];
  if (phase === 'reading' || !moving) return messages.loading;
  return messages.transfer.running(at + 1, results.length, formatPhone(moving.number.phone_number));
}
