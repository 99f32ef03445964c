/** Renders the parts of a card from a contribution's response. */
import type { CardBlock, TextPart } from 'shared-api/contracts';
import type { ReactNode } from 'react';
import { color, forcedMark, phone, styled, touch, touchTarget, VisuallyHidden } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { NavLink } from '../chrome/NavLink';
import { overviewMessages as messages } from './messages';

type BlockOf<Kind extends CardBlock['kind']> = Extract<CardBlock, { kind: Kind }>;

interface BlockProps<Kind extends CardBlock['kind']> {
  block: BlockOf<Kind>;
  onOpen: (path: string) => void;
}

const Anchor = styled(NavLink)({
  ...touchTarget,
  display: 'inline-block',
  minWidth: 24,
  minHeight: 24,
  color: color.primary,
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
});

const Figures = styled('dl')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: '8px 28px',
  margin: 0,
  dd: { margin: 0, fontSize: 15, lineHeight: '24px', fontWeight: 600 },
  // The first one is what the card is about.
  '& > :first-of-type dd': { fontSize: 24, lineHeight: '30px', fontWeight: 650 },
});

/** What a figure is worked out from, in parentheses after it: `14.4% (40.3 of 279 h)`. */
const Basis = styled('span')({ fontSize: 12, fontWeight: 400, color: color.inkSecond });

function FigureText({ value }: { value: string }): ReactNode {
  const [, figure, basis] = /^(.*?)( \(.*\))$/.exec(value) ?? [];
  if (figure === undefined) return value;
  return (
    <>
      {figure}
      <Basis>{basis}</Basis>
    </>
  );
}

function FiguresBlock({ block, onOpen }: BlockProps<'figures'>): ReactNode {
  return (
    <Figures>
      {block.figures.map(({ label, value, path }) => (
        <div key={label}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <dd>
            {path === undefined ? (
              <FigureText value={value} />
            ) : (
              <Anchor to={path} onNavigate={onOpen} style={{ fontWeight: 'inherit', color: 'inherit' }}>
                <FigureText value={value} />
              </Anchor>
            )}
          </dd>
        </div>
      ))}
    </Figures>
  );
}

const BAR_AREA_HEIGHT = 84;

const BAR_GAP = 6;
const MAX_BAR_WIDTH = 36;

const Bars = styled('ul')({
  display: 'flex',
  gap: BAR_GAP,
  listStyle: 'none',
  margin: '12px 0 0',
  padding: 0,
  // Space for the number above a full-height bar.
  '&[data-figures]': { paddingTop: 8 },
});

const Bar = styled('li')({ flex: '1 1 0', minWidth: 0, textAlign: 'center', position: 'relative' });

const BarArea = styled('div')({
  position: 'relative',
  height: BAR_AREA_HEIGHT,
  borderBottom: `1px solid ${color.line}`,
});

const Column = styled('span')({
  position: 'absolute',
  bottom: 0,
  left: '50%',
  transform: 'translateX(-50%)',
  boxSizing: 'border-box',
  borderRadius: '3px 3px 0 0',
  '&[data-column=of]': { backgroundColor: color.neutralTint, border: `1px solid ${color.line}` },
  '&[data-column=upcoming]': { border: `1px solid ${color.primary}`, backgroundColor: color.neutralTint },
  '&[data-column=value]': { backgroundColor: color.primary, ...forcedMark('CanvasText') },
});

const BarLabel = styled('span')({
  display: 'block',
  // Extends into the gaps, so that twelve months fit on a phone.
  margin: `4px ${-BAR_GAP / 2}px 0`,
  fontSize: 11,
  lineHeight: '14px',
  color: color.inkThird,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

const BarFigure = styled('span')({
  position: 'absolute',
  left: '50%',
  transform: 'translateX(-50%)',
  paddingBottom: 2,
  fontSize: 11,
  lineHeight: '14px',
  fontWeight: 600,
  color: color.ink,
  whiteSpace: 'nowrap',
});

/** Next to the bar, which it would otherwise cut in two. */
const TodayLine = styled('span')({
  position: 'absolute',
  top: -6,
  bottom: 0,
  left: `calc(50% + min(50%, ${MAX_BAR_WIDTH / 2}px) + 2px)`,
  borderLeft: `1.5px dashed ${color.inkSecond}`,
});

/**
 * A bar chart. Worked and paid are filled, upcoming is outlined, `of` is a pale frame, and today is a dashed line with
 * the number above the bar. Every number is also available as text.
 */
function BarsBlock({ block }: BlockProps<'bars'>): ReactNode {
  const max = Math.max(...block.bars.map(({ value, of = 0 }) => Math.max(value, of)), 0);
  const heightOf = (amount: number): string => `${max === 0 ? 0 : Math.round((amount / max) * 100)}%`;
  const today = block.bars.find((_, at) => at === block.today);
  return (
    <Bars aria-label={block.label} data-figures={today?.figure === undefined ? undefined : ''}>
      {block.bars.map((bar, at) => (
        <Bar key={`${bar.label} ${at}`} title={bar.text}>
          <BarArea aria-hidden>
            {bar.of !== undefined && bar.of > 0 && (
              <Column data-column="of" style={{ width: `min(100%, ${MAX_BAR_WIDTH}px)`, height: heightOf(bar.of) }} />
            )}
            <Column
              data-column={bar.upcoming ? 'upcoming' : 'value'}
              style={{
                width: bar.of === undefined ? 'min(100%, 28px)' : 'min(70%, 24px)',
                height: heightOf(bar.value),
              }}
            />
            {bar === today && <TodayLine />}
            {bar === today && bar.figure !== undefined && (
              <BarFigure style={{ bottom: heightOf(Math.max(bar.value, bar.of ?? 0)) }}>{bar.figure}</BarFigure>
            )}
          </BarArea>
          <BarLabel aria-hidden style={bar === today ? { color: color.ink, fontWeight: 600 } : undefined}>
            {bar.label}
          </BarLabel>
          <VisuallyHidden>{bar.text}</VisuallyHidden>
        </Bar>
      ))}
    </Bars>
  );
}

const Days = styled('ul')({ display: 'flex', gap: 3, listStyle: 'none', margin: '10px 0 0', padding: 0 });

/** A failed run on a day that ended well: the lower part looks like a failed day. */
const FailedMark = styled('span')({
  display: 'block',
  marginTop: 12,
  height: 8,
  boxSizing: 'border-box',
  borderRadius: '0 0 4px 4px',
  backgroundColor: color.danger,
  '@media (forced-colors: active)': { borderTop: '3px solid Canvas' },
});

const Day = styled('li')({
  boxSizing: 'border-box',
  flex: 1,
  height: 20,
  borderRadius: 4,
  '&[data-state=good]': { backgroundColor: color.primary, ...forcedMark('CanvasText') },
  // Failed days are also lower, so that they stand out without color.
  '&[data-state=bad]': { marginTop: 8, height: 12, backgroundColor: color.danger, ...forcedMark('CanvasText') },
  '&[data-state=none]': {
    backgroundColor: color.line,
    '@media (forced-colors: active)': { border: '1px solid GrayText' },
  },
});

function DaysBlock({ block }: BlockProps<'days'>): ReactNode {
  const [first] = block.days;
  const last = block.days.at(-1);
  return (
    <>
      <Days aria-label={block.label}>
        {block.days.map(({ label, state, failed, text }) => (
          <Day key={label} title={text} data-state={state}>
            {failed && state === 'good' && <FailedMark aria-hidden data-failed />}
            <VisuallyHidden>{text}</VisuallyHidden>
          </Day>
        ))}
      </Days>
      <div aria-hidden style={{ display: 'flex', justifyContent: 'space-between', gap: 8, marginTop: 4 }}>
        {[first?.label, block.label, last?.label].map((label, at) => (
          <Typography key={at} variant="body2" color="textTertiary" component="span">
            {label}
          </Typography>
        ))}
      </div>
    </>
  );
}

/** All leads of a card are as wide as the widest one, which fits a date with a time. */
const Lines = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'fit-content(130px) minmax(0, 1fr)',
  columnGap: 8,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  // On a phone, a date with a time wraps.
  [phone]: { gridTemplateColumns: 'fit-content(64px) minmax(0, 1fr)' },
});

const Lead = styled('span')({
  minWidth: 88,
  color: color.inkThird,
  [phone]: { minWidth: 44, fontSize: 12 },
});

const Line = styled('li')({
  display: 'grid',
  gridColumn: '1 / -1',
  gridTemplateColumns: 'subgrid',
  padding: '6px 0',
  fontSize: 13,
  lineHeight: '18px',
  [touch]: { '&:has(a)': { padding: '13px 0' } },
  '& + &': { borderTop: `1px solid ${color.line}` },
});

/** A sentence with old and new values. Old values are struck through, so that they differ not only in color. */
export function Sentence({ parts }: { parts: readonly TextPart[] }): ReactNode {
  return parts.map(({ text, tone }, at) => {
    switch (tone) {
      case 'strong':
        return <strong key={at}>{text}</strong>;
      case 'muted':
        return (
          <span key={at} style={{ color: color.inkThird }}>
            {text}
          </span>
        );
      case 'removed':
        return (
          <del key={at} style={{ color: color.danger }}>
            {text}
          </del>
        );
      case 'added':
        return (
          <ins key={at} style={{ color: color.success, textDecoration: 'none', fontWeight: 600 }}>
            {text}
          </ins>
        );
      case undefined:
        return text;
    }
  });
}

function LinesBlock({ block, onOpen }: BlockProps<'lines'>): ReactNode {
  const { title, lines, empty = messages.card.empty } = block;
  const hasLead = lines.some(({ lead }) => lead !== undefined);
  return (
    <div>
      {title !== undefined && (
        <Typography component="h3" style={{ fontWeight: 600, fontSize: 13 }}>
          {title}
        </Typography>
      )}
      {lines.length === 0 ? (
        <Typography variant="body2" color="textSecondary" style={{ paddingTop: 4 }}>
          {empty}
        </Typography>
      ) : (
        <Lines>
          {lines.map(({ lead, parts, path }, at) => (
            <Line key={at} style={hasLead ? undefined : { gridTemplateColumns: '1fr' }}>
              {hasLead && <Lead>{lead}</Lead>}
              <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {path === undefined ? (
                  <Sentence parts={parts} />
                ) : (
                  <Anchor to={path} onNavigate={onOpen} style={{ color: 'inherit', fontWeight: 'inherit' }}>
                    <Sentence parts={parts} />
                  </Anchor>
                )}
              </span>
            </Line>
          ))}
        </Lines>
      )}
    </div>
  );
}

export function Block({ block, onOpen }: { block: CardBlock; onOpen: (path: string) => void }): ReactNode {
  switch (block.kind) {
    case 'figures':
      return <FiguresBlock block={block} onOpen={onOpen} />;
    case 'bars':
      return <BarsBlock block={block} onOpen={onOpen} />;
    case 'days':
      return <DaysBlock block={block} onOpen={onOpen} />;
    case 'lines':
      return <LinesBlock block={block} onOpen={onOpen} />;
  }
}
