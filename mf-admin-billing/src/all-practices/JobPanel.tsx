import { isUnknownCall, request, urlOf } from 'shared-api';
import { type BulkJob, exportBulkResults } from 'shared-api/contracts';
import {
  ClockIcon,
  commonMessages,
  DownloadIcon,
  ErrorState,
  FactLine,
  formatInstant,
  LoadingBlock,
  Panel,
  RefreshIcon,
  StatusBadge,
  type Tone,
} from 'shared-ui';
import { Alert, Button, Stack, Typography } from 'shared-ui/mui';
import { type ReactNode, useState } from 'react';
import { browserZone } from '../browser-zone';
import { operationOf, isInProgress } from './bulk';
import { messages } from './messages';
import { ProgressBar } from './ProgressBar';
import { ResultsTable } from './ResultsTable';
import { useBulkJob, type WatchedJob } from './use-bulk-job';

const text = messages.job;
/** Number of results in the first request, and the contract's maximum. */
const FIRST = 100;
const MAX_RESULTS = 1000;

function lookOf(state: BulkJob['state']): { tone: Tone; icon?: ReactNode } {
  switch (state) {
    case 'waiting':
      return { tone: 'neutral', icon: <ClockIcon size={12} /> };
    case 'running':
    case 'stopping':
      return { tone: 'information', icon: <RefreshIcon size={12} /> };
    case 'stopped':
      return { tone: 'attention' };
    case 'done':
      return { tone: 'success' };
    case 'failed':
      return { tone: 'danger' };
  }
}

export interface JobPanelProps {
  job: string;
  /** True if the job was started in this visit. */
  started: boolean;
  onClose: () => void;
}

/** The progress of a bulk change of many practices, with Stop, Resume and Retry, and the result for each practice. */
export function JobPanel({ job: id, started, onClose }: JobPanelProps): ReactNode {
  const [room, setRoom] = useState(FIRST);
  const watched = useBulkJob(id, started, room);
  const { job, error, isFetching: reading, refetch: read } = watched;
  if (!job) {
    const isMissing = error !== undefined && !isUnknownCall(error) && [400, 404].includes(error.status);
    return (
      <Panel actions={<Button onClick={onClose}>{commonMessages.close}</Button>}>
        {error ? (
          <ErrorState
            title={isMissing ? text.gone : text.failed}
            message={isMissing ? text.goneHelp : error.message}
            busy={reading}
            {...(!isMissing && { onRetry: read })}
          />
        ) : (
          <LoadingBlock label={text.loading} />
        )}
      </Panel>
    );
  }
  return <LoadedJob {...{ job, watched, room, onClose }} onMore={() => setRoom(MAX_RESULTS)} />;
}

interface LoadedJobProps {
  job: BulkJob;
  watched: WatchedJob;
  room: number;
  onMore: () => void;
  onClose: () => void;
}

/** The actions for the job's status. */
function JobActions({ job, watched, onClose }: Pick<LoadedJobProps, 'job' | 'watched' | 'onClose'>): ReactNode {
  const { state, done, failed, job_id: id } = job;
  const { busy, stop, resume } = watched;
  return (
    <>
      {isInProgress(state) && (
        <Button loading={busy || state === 'stopping'} onClick={() => void stop()}>
          {text.stop}
        </Button>
      )}
      {(state === 'stopped' || state === 'failed') && (
        <Button loading={busy} onClick={() => void resume()}>
          {text.resume}
        </Button>
      )}
      {state === 'done' && failed > 0 && (
        <Button startIcon={<RefreshIcon size={14} />} loading={busy} onClick={() => void resume()}>
          {messages.results.retry(failed)}
        </Button>
      )}
      {done > 0 && (
        <Button
          href={urlOf(request(exportBulkResults, { params: { job: id } }))}
          download
          startIcon={<DownloadIcon size={14} />}
        >
          {messages.results.csv}
        </Button>
      )}
      {!isInProgress(state) && <Button onClick={onClose}>{commonMessages.close}</Button>}
    </>
  );
}

function LoadedJob({ job, watched, room, onMore, onClose }: LoadedJobProps): ReactNode {
  const { state, done, total, items, results, started_by, started_at } = job;
  const operation = operationOf(job);
  const live = isInProgress(state);
  const title = live ? messages.results.jobTitle(operation) : messages.results.title(operation);
  const progress = text.progress(done, total);
  const zone = browserZone();
  return (
    <Panel
      title={title}
      description={
        <FactLine
          facts={[
            items.map(({ display_name }) => display_name).join(', '),
            text.startedBy(started_by, formatInstant(started_at, zone)),
          ]}
        />
      }
      actions={<JobActions {...{ job, watched, onClose }} />}
    >
      <Stack spacing={3}>
        <Stack direction="row" spacing={3} sx={{ flexWrap: 'wrap' }}>
          <span role="status">
            <StatusBadge {...lookOf(state)}>{text.state[state]}</StatusBadge>
          </span>
          <Typography>{progress}</Typography>
          <Typography color="textSecondary">{messages.results.counts(job)}</Typography>
        </Stack>
        <ProgressBar label={title} done={done} total={total} text={progress} />
        {live && (
          <Typography variant="body2" color="textSecondary">
            {text.stopHelp}
          </Typography>
        )}
        {watched.error && <Alert severity="warning">{text.again}</Alert>}
        {state === 'failed' && <Alert severity="error">{text.fault}</Alert>}
        <ResultsTable results={results} />
        {results.length < done && (
          <Stack direction="row" spacing={2} sx={{ flexWrap: 'wrap' }}>
            <Typography variant="body2" color="textSecondary">
              {messages.results.limited(results.length, done)}
            </Typography>
            {room < MAX_RESULTS && (
              <Button variant="text" onClick={onMore}>
                {messages.results.more(done)}
              </Button>
            )}
          </Stack>
        )}
      </Stack>
    </Panel>
  );
}
