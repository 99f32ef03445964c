import { color, formatShortDate, styled, VisuallyHidden } from 'shared-ui';
import type { ReactNode } from 'react';
import { hoursText } from './cells';
import { messages } from './messages';
import { dayName, weekdayName } from './names';

export interface DayFigures {
  date: string;
  /** In seconds, all providers together. */
  available: number;
  worked: number;
}

const Figure = styled('figure')({ margin: 0, minWidth: 0, fontSize: 12, lineHeight: '16px', color: color.inkSecond });

const Legend = styled('figcaption')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 12px',
  justifyContent: 'space-between',
  marginBottom: 12,
});

const Key = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  '&::before': { content: '""', width: 10, height: 10, borderRadius: 2, boxSizing: 'border-box' },
  '&[data-key=available]::before': { border: `1.5px solid ${color.control}`, backgroundColor: color.neutralTint },
  // The bars keep their color in forced colors, because they are drawn.
  '&[data-key=worked]::before': { backgroundColor: color.primaryFill, forcedColorAdjust: 'none' },
  '&[data-key=today]::before': { width: 0, height: 12, borderRadius: 0, borderLeft: `1.5px dashed ${color.inkSecond}` },
});

const HEIGHT = 112;

const Plot = styled('div')({ position: 'relative', marginLeft: 48, height: HEIGHT });

const Svg = styled('svg')({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  overflow: 'visible',
  '[data-bar=available]': { fill: color.neutralTint, stroke: color.control },
  '[data-bar=worked]': { fill: color.primaryFill },
  '[data-rule]': { stroke: color.line },
  '[data-today]': { stroke: color.inkSecond, strokeWidth: 1.5, strokeDasharray: '4 3' },
  '*': { vectorEffect: 'non-scaling-stroke' },
});

const Scale = styled('span')({
  position: 'absolute',
  right: 'calc(100% + 6px)',
  transform: 'translateY(-50%)',
  fontSize: 11,
  color: color.inkThird,
  whiteSpace: 'nowrap',
});

const Days = styled('div')({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  marginLeft: 48,
  marginTop: 4,
  fontSize: 11,
  color: color.inkThird,
  textAlign: 'center',
  whiteSpace: 'nowrap',
  // Centers a label that is wider than its day.
  '& > span': { display: 'flex', justifyContent: 'center' },
  // On a phone, the weekday and the day are on two lines, because they would touch the next day's.
  '@media (max-width: 639.95px)': {
    '&[data-each] > span': { display: 'block', width: 'min-content', margin: '0 auto', whiteSpace: 'normal' },
  },
});

/**
 * The top of the scale in seconds: the smallest round number of hours that all bars fit under.
 *
 * @param most highest bar, in seconds
 */
export function scaleOf(most: number): number {
  const hours = most / 3600;
  const tens = 10 ** Math.floor(Math.log10(Math.max(hours, 1)));
  const step = [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * tens >= hours) ?? 10;
  return step * tens * 3600;
}

export interface DayChartProps {
  days: readonly DayFigures[];
  /** `YYYY-MM-DD`; highlighted if it is one of the days. */
  today: string | undefined;
}

/** Draws worked hours inside available hours, per day. Screen readers get the same figures as text. */
export function DayChart({ days, today }: DayChartProps): ReactNode {
  const scale = scaleOf(Math.max(...days.map(({ available, worked }) => Math.max(available, worked)), 0));
  const heightOf = (seconds: number): number => (seconds / scale) * HEIGHT;
  // Longer ranges label only every second or fourth day.
  const every = days.length > 14 ? 4 : days.length > 7 ? 2 : 1;
  const todayAt = days.findIndex(({ date }) => date === today);
  const bar = (at: number, seconds: number, width: number): object => ({
    x: at + (1 - width) / 2,
    width,
    y: HEIGHT - heightOf(seconds),
    height: heightOf(seconds),
  });
  return (
    <Figure>
      <Legend>
        <span>{messages.chart.title}</span>
        <span style={{ display: 'inline-flex', gap: 12 }} aria-hidden>
          <Key data-key="worked">{messages.chart.worked}</Key>
          <Key data-key="available">{messages.chart.available}</Key>
          {todayAt !== -1 && <Key data-key="today">{messages.range.today}</Key>}
        </span>
      </Legend>
      <Plot aria-hidden>
        {/* One unit on the x axis is a day. The drawing stretches to fit; the text next to it doesn't. */}
        <Svg viewBox={`0 0 ${Math.max(days.length, 1)} ${HEIGHT}`} preserveAspectRatio="none" focusable="false">
          {[0, 0.5, 1].map((part) => (
            <line key={part} data-rule="" x1={0} x2={days.length} y1={HEIGHT * part} y2={HEIGHT * part} />
          ))}
          {days.map(({ date, available, worked }, at) => (
            <g key={date}>
              {available > 0 && <rect data-bar="available" {...bar(at, available, 0.56)} />}
              {worked > 0 && <rect data-bar="worked" {...bar(at, worked, 0.32)} />}
            </g>
          ))}
          {/* Next to the bars, which it would otherwise cut in two. */}
          {todayAt !== -1 && <line data-today="" x1={todayAt + 0.84} x2={todayAt + 0.84} y1={-6} y2={HEIGHT} />}
        </Svg>
        {[0, 0.5, 1].map((part) => (
          <Scale key={part} style={{ top: HEIGHT * (1 - part) }}>
            {messages.chart.scale(((scale * part) / 3600).toLocaleString('en-US'))}
          </Scale>
        ))}
      </Plot>
      <Days aria-hidden data-each={every === 1 || undefined}>
        {days.map(({ date }, at) => (
          <span key={date}>
            {at % every === 0 &&
              (every === 1 ? `${weekdayName(date)} ${Number(date.slice(8))}` : formatShortDate(date))}
          </span>
        ))}
      </Days>
      <VisuallyHidden>
        {days.map(({ date, available, worked }) => (
          <span key={date}>
            {`${messages.chart.day(dayName(date), hoursText(worked), hoursText(available))}${
              date === today ? ` (${messages.grid.today})` : ''
            }. `}
          </span>
        ))}
      </VisuallyHidden>
    </Figure>
  );
}
