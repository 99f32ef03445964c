import { remedyMessage } from 'shared-api';
import { type CountedHours, countedHours, leavesOutOthers, type ProviderTotals } from 'shared-api/contracts';
import {
  ChevronDownIcon,
  ChevronUpIcon,
  color,
  ErrorState,
  LoadingBlock,
  phoneQuery,
  styled,
  useMedia,
  VisuallyHidden,
} from 'shared-ui';
import { Button, Typography } from 'shared-ui/mui';
import { useFeatureFlag } from 'shared-ui/remote';
import { type ReactNode, useId } from 'react';
import { DayChart, type DayFigures } from './DayChart';
import { hoursText } from './cells';
import { messages } from './messages';
import { ProviderUtilization } from './ProviderUtilization';
import { type Progress, progressOf, ratingOf, ratingText } from './rating';
import { toDateText } from './to-date-text';
import { rangeHoursOf, toDateOf, weekdayHours } from './totals';
import { useRememberedSummary } from './use-remembered-summary';
import { UtilizationBadge } from './UtilizationBadge';
import { WeekdayUtilization } from './WeekdayUtilization';

const NARROW = '@media (max-width: 639.95px)';

const Frame = styled('section')({
  border: `1px solid ${color.line}`,
  borderRadius: 10,
  backgroundColor: color.surface,
  minWidth: 0,
});

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2px 16px',
  justifyContent: 'space-between',
  padding: '4px 8px 8px 16px',
  [NARROW]: { padding: '8px 8px 12px 16px' },
});

/** What the figures are based on. */
const Notes = styled('div')({
  flexBasis: '100%',
  order: 2,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 12px',
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkSecond,
});

const Figures = styled('dl')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '4px 16px',
  margin: 0,
  flex: 1,
  '&[data-loading] > div': { visibility: 'hidden' },
  [NARROW]: { order: 1, flexBasis: '100%', minHeight: 46, alignContent: 'flex-start' },
  '& > div': { display: 'flex', alignItems: 'baseline', gap: 6 },
  dt: { fontSize: 12, color: color.inkSecond },
  dd: { margin: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums', display: 'inline-flex', gap: 8 },
});

const Body = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
  gap: 20,
  padding: '4px 16px 14px',
  // In a narrower window, the width next to the navigation and Quick Links would cut off the badges and break names
  // within a word.
  '@media (max-width: 1439.95px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  // The figures to date make the table wider.
  '@media (max-width: 1900px)': { '&[data-under-way]': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});

/** While a part loads, it has its expected size, covered by a skeleton. */
const Part = styled('div')({
  position: 'relative',
  minWidth: 0,
  '& > [data-expected]': { visibility: 'hidden' },
  '& > [data-skeleton]': { position: 'absolute', inset: 0, overflow: 'hidden' },
});

export interface SummaryPanelProps {
  /** Undefined while loading. */
  providers: readonly ProviderTotals[] | undefined;
  /** The providers in view. They determine the summary's size until it has loaded, so that nothing below it moves. */
  expected: readonly ProviderTotals[];
  /** Why the summary failed to load; undefined otherwise. */
  error: unknown;
  onRetry: () => void;
  /** Saved hours per day. */
  days: readonly DayFigures[];
  /** `YYYY-MM-DD` in the practice's time zone. */
  today: string | undefined;
  /** When the hours were calculated. */
  status: ReactNode;
}

interface RangeFiguresProps {
  counted: CountedHours;
  /** Undefined if all days are in the past. */
  toDate: CountedHours | undefined;
  progress: Progress;
}

function RangeFigures({ counted, toDate, progress }: RangeFiguresProps): ReactNode {
  const rating = ratingOf(counted, toDate ?? counted, progress);
  return (
    <>
      <div>
        <dt>{messages.summary.available}</dt>
        <dd>{hoursText(counted.available)}</dd>
      </div>
      <div>
        <dt>{messages.summary.worked}</dt>
        <dd>{hoursText(counted.worked)}</dd>
      </div>
      <div>
        <dt>{messages.summary.utilization}</dt>
        <dd>
          <span>{ratingText(rating)}</span>
          <UtilizationBadge rating={rating} />
        </dd>
      </div>
      {toDate && (
        <div>
          <dt>{messages.summary.toDate}</dt>
          <dd>{toDateText(toDate, progress)}</dd>
        </div>
      )}
    </>
  );
}

/** The utilization of the days shown, from saved hours: totals, per day and per provider (specification: 2.3 and 9; DECISIONS 25). */
export function SummaryPanel(props: SummaryPanelProps): ReactNode {
  const { providers: loaded, expected, error, onRetry, days, today, status } = props;
  const isLoading = loaded === undefined && error === undefined;
  const providers = loaded ?? (isLoading ? expected : undefined);
  const [open, setOpen] = useRememberedSummary();
  const showsWeekdays = useFeatureFlag('beta_reports');
  const body = useId();
  const isPhone = useMedia(phoneQuery);
  const progress = progressOf(days, today);
  const counted = countedHours((providers ?? []).map(rangeHoursOf));
  const { leftOut } = counted;
  const isUnderWay =
    today !== undefined && days.some(({ date }) => date <= today) && days.some(({ date }) => date > today);
  const toDate = isUnderWay ? countedHours((providers ?? []).map(toDateOf)) : undefined;
  const notCounted = [
    leftOut.providers > 0 && messages.summary.leftOut(leftOut.providers, hoursText(leftOut.worked)),
    toDate &&
      leavesOutOthers(toDate, counted) &&
      messages.summary.leftOut(toDate.leftOut.providers, hoursText(toDate.leftOut.worked), messages.summary.toDate),
  ].filter((text) => typeof text === 'string');
  return (
    <Frame aria-label={messages.summary.title}>
      <Head>
        {isPhone ? (
          <Typography variant="h2">{messages.summary.title}</Typography>
        ) : (
          // At a desk, the figures need the whole line.
          <VisuallyHidden role="heading" aria-level={2}>
            {messages.summary.title}
          </VisuallyHidden>
        )}
        <Figures data-loading={isLoading || undefined}>
          {providers && <RangeFigures {...{ counted, toDate, progress }} />}
        </Figures>
        <Button
          variant="text"
          aria-expanded={open}
          aria-controls={body}
          startIcon={open ? <ChevronUpIcon size={14} /> : <ChevronDownIcon size={14} />}
          onClick={() => setOpen(!open)}
        >
          {open ? messages.summary.hide : messages.summary.show}
        </Button>
        <Notes>
          {notCounted.map((text) => (
            <span key={text} style={{ visibility: isLoading ? 'hidden' : undefined }}>
              {text}
            </span>
          ))}
          {status}
        </Notes>
      </Head>
      <div id={body} hidden={!open}>
        {open &&
          (error !== undefined ? (
            <ErrorState
              title={messages.summary.failed}
              message={remedyMessage(error) ?? messages.reading.next}
              onRetry={onRetry}
            />
          ) : (
            <Body data-under-way={isUnderWay || undefined}>
              <DayChart days={days} today={today} />
              <Part>
                <div data-expected={isLoading || undefined}>
                  <ProviderUtilization providers={providers ?? []} {...{ progress }} toDate={isUnderWay} />
                </div>
                {isLoading && (
                  <div data-skeleton>
                    <LoadingBlock lines={5} />
                  </div>
                )}
              </Part>
              {showsWeekdays && <WeekdayUtilization weekdays={weekdayHours(days, today)} />}
            </Body>
          ))}
      </div>
    </Frame>
  );
}
