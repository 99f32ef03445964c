import { type ReactNode, useEffect, useState } from 'react';
import {
  color,
  commonMessages,
  narrow,
  Panel,
  styled,
  StatusBadge,
  SuccessIcon,
  type Tone,
  touch,
  pageLink,
} from 'shared-ui';
import { Button, Skeleton, Stack, Typography } from 'shared-ui/mui';
import type { NoticeSeverity } from 'shared-api/contracts';
import type { Placement } from '../contributions/placements';
import type { Attention, AttentionRow } from './attention';
import { overviewMessages as messages } from './messages';
import { ATTENTION } from './last-heights';

const { attention: text, closing } = messages;

const severityTone: Record<NoticeSeverity, Tone> = {
  error: 'danger',
  warning: 'attention',
  info: 'information',
};

/** Number of initially visible rows. */
const VISIBLE_ROWS = 3;
const ROW_HEIGHT = 56;
const NARROW_ROW_HEIGHT = 124;
/** Maximum time to collect responses before showing the first ones, so that rows rarely move. */
const COLLECT_MS = 2500;

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0 });

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '120px 1fr auto',
  alignItems: 'center',
  gap: '4px 16px',
  minHeight: ROW_HEIGHT,
  boxSizing: 'border-box',
  padding: '8px 16px',
  borderTop: `1px solid ${color.line}`,
  [narrow]: { gridTemplateColumns: '1fr', minHeight: NARROW_ROW_HEIGHT, justifyItems: 'start', alignContent: 'center' },
});

const Calm = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 12,
  boxSizing: 'border-box',
  minHeight: ROW_HEIGHT,
  padding: 16,
  borderTop: `1px solid ${color.line}`,
  color: color.success,
});

/** Says that nothing else needs attention, in a line shorter than the rows. */
const Rest = styled('li')({ padding: '10px 16px', borderTop: `1px dashed ${color.line}` });

/** True once all contributions have responded or the collection time has passed. */
function useCollected(isChecking: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), COLLECT_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isChecking || late;
}

interface ItemRowProps {
  row: AttentionRow;
  filled: boolean;
  /** Why the person can't dismiss it; undefined if they can. */
  closeReason: string | undefined;
  onOpen: (path: string) => void;
  onClose: () => void;
}

function ItemRow({ row, filled, closeReason, onOpen, onClose }: ItemRowProps): ReactNode {
  return (
    <Row>
      <div>
        <StatusBadge tone={severityTone[row.severity]}>{row.label}</StatusBadge>
      </div>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h3" style={{ fontWeight: 600 }}>
          {row.title}
        </Typography>
        {row.detail !== undefined && (
          <Typography variant="body2" color="textSecondary">
            {row.detail}
          </Typography>
        )}
      </div>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'flex-end' }}>
        <Button
          {...(row.action.reason === undefined ? pageLink(row.action.path, onOpen) : { reason: row.action.reason })}
          {...(filled && { variant: 'contained', color: 'primary' })}
        >
          {row.action.label}
        </Button>
        <Button variant="text" reason={closeReason} aria-label={closing.label(row.title)} onClick={onClose}>
          {closing.button}
        </Button>
      </Stack>
    </Row>
  );
}

/** A placeholder while responses are collected, as tall as the rows on the last visit. */
function CheckingRows({ height }: { height: number | undefined }): ReactNode {
  return (
    <div
      role="status"
      aria-label={text.checking}
      style={height === undefined ? undefined : { height, overflow: 'hidden' }}
    >
      <List aria-hidden>
        {Array.from({ length: VISIBLE_ROWS }, (_, at) => (
          <Row key={at}>
            <Skeleton width={72} height={20} />
            {/* As wide as the row, also in one column. */}
            <div style={{ justifySelf: 'stretch' }}>
              <Skeleton width={`${62 - at * 9}%`} height={14} />
              <Skeleton width={`${84 - at * 13}%`} height={12} />
            </div>
          </Row>
        ))}
      </List>
    </div>
  );
}

/** Shown when everything has been checked and nothing needs attention. */
function NothingUrgent({ internal }: { internal: boolean }): ReactNode {
  return (
    <Calm role="status" data-height={ATTENTION}>
      <SuccessIcon size={22} />
      <div>
        <Typography style={{ fontWeight: 600 }}>{text.none}</Typography>
        <Typography variant="body2" color="textSecondary">
          {internal ? text.noneInternal : text.noneDetail}
        </Typography>
      </div>
    </Calm>
  );
}

interface FailedRowProps {
  failed: Attention['failed'][number];
  onRetry: (placement: Placement) => void;
}

function FailedRow({ failed: { placement, message }, onRetry }: FailedRowProps): ReactNode {
  return (
    <Row role="alert">
      <div>
        <StatusBadge tone="neutral">{text.unknown}</StatusBadge>
      </div>
      <div style={{ minWidth: 0 }}>
        <Typography component="h3" style={{ fontWeight: 600 }}>
          {text.failed(placement.contribution.title)}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {message}
        </Typography>
      </div>
      <Button onClick={() => onRetry(placement)}>{commonMessages.retry}</Button>
    </Row>
  );
}

interface ShownCountProps {
  shown: number;
  count: number;
  expanded: boolean;
  onExpand: (expanded: boolean) => void;
}

/** The number of visible rows, and the button that shows the rest. */
function ShownCount({ shown, count, expanded, onExpand }: ShownCountProps): ReactNode {
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 8 }}>
      <Typography variant="body2" color="textSecondary">
        {text.shown(shown, count)}
      </Typography>
      {count > VISIBLE_ROWS && (
        <Button
          variant="text"
          size="small"
          // As tall as the heading, so that the panel's height doesn't change.
          sx={{ margin: '-6px -8px -6px 0', [touch]: { marginBlock: '-12px' } }}
          aria-expanded={expanded}
          onClick={() => onExpand(!expanded)}
        >
          {expanded ? text.fewer : text.all(count)}
        </Button>
      )}
    </div>
  );
}

export interface AttentionPanelProps {
  attention: Attention;
  /** The height of the rows on the last visit. It is kept while loading, so that content below doesn't move. */
  lastHeight: number | undefined;
  internal: boolean;
  /** Why the person can't dismiss anything; undefined if they can. */
  closeReason: string | undefined;
  onClose: (row: AttentionRow) => void;
  onOpen: (path: string) => void;
  onRetry: (placement: Placement) => void;
}

/** Items that need attention, each with its reason and one action. */
export function AttentionPanel({
  attention,
  lastHeight,
  internal,
  closeReason,
  onClose,
  onOpen,
  onRetry,
}: AttentionPanelProps): ReactNode {
  const [expanded, setExpanded] = useState(false);
  const { rows, failed, isChecking, isIncomplete } = attention;
  const collected = useCollected(isChecking);
  const count = rows.length + failed.length;
  const visible = expanded ? rows.length : Math.min(rows.length, VISIBLE_ROWS);
  const visibleFailed = expanded ? failed : failed.slice(0, VISIBLE_ROWS - visible);
  // Only the most urgent item gets a filled button.
  const isFilled = (row: AttentionRow): boolean => row === rows[0] && row.severity === 'error';
  return (
    <Panel
      flush
      title={text.title}
      actions={
        collected &&
        count > 0 && (
          <ShownCount shown={visible + visibleFailed.length} count={count} expanded={expanded} onExpand={setExpanded} />
        )
      }
    >
      {!collected ? (
        <CheckingRows height={lastHeight} />
      ) : count === 0 && !isIncomplete ? (
        <NothingUrgent internal={internal} />
      ) : (
        <List data-height={ATTENTION}>
          {rows.slice(0, visible).map((row) => (
            <ItemRow
              key={row.key}
              row={row}
              filled={isFilled(row)}
              closeReason={closeReason}
              onOpen={onOpen}
              onClose={() => onClose(row)}
            />
          ))}
          {count < VISIBLE_ROWS && !isChecking && !isIncomplete && (
            <Rest>
              <Typography variant="body2" color="textSecondary">
                {text.rest}
              </Typography>
            </Rest>
          )}
          {visibleFailed.map((one) => (
            <FailedRow key={one.placement.key} failed={one} onRetry={onRetry} />
          ))}
        </List>
      )}
    </Panel>
  );
}
