import { dayIn, type UpcomingCharges } from 'shared-api/contracts';
import { color, FactLine, forcedOutline, formatMoney, radius, styled, VisuallyHidden } from 'shared-ui';
import { Typography } from 'shared-ui/mui';
import { usePractice } from 'shared-ui/remote';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { messages } from './messages';

export type ChargesMonth = UpcomingCharges['months'][number];

export const chargeKinds = ['paid', 'upcoming', 'overdue'] as const;
type ChargeKind = (typeof chargeKinds)[number];

const PLOT_HEIGHT_PX = 132;

/** Kinds differ in fill and border, not only in color: paid is filled, upcoming outlined, overdue hatched. */
const barStyles: Record<ChargeKind, object> = {
  paid: { backgroundColor: color.primaryFill, border: `1px solid ${color.primaryFill}` },
  upcoming: { backgroundColor: color.surface, border: `1.5px dashed ${color.primary}` },
  overdue: {
    border: `1.5px solid ${color.danger}`,
    backgroundColor: color.dangerTint,
    backgroundImage: `repeating-linear-gradient(135deg, ${color.danger} 0 2px, transparent 2px 6px)`,
  },
};

const kindRules = Object.fromEntries(chargeKinds.map((kind) => [`&[data-kind=${kind}]`, barStyles[kind]]));

const Frame = styled('div')({ minWidth: 0 });

const Plot = styled('div')({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'repeat(12, minmax(0, 1fr))',
  marginTop: 4,
});

const Column = styled('div')({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 4,
  minWidth: 0,
  paddingTop: 4,
  borderRadius: radius.small,
  cursor: 'default',
  '&[data-active]': { backgroundColor: color.subtle, ...forcedOutline },
  '&:focus-visible': { outlineOffset: -2 },
});

const Stack = styled('div')({
  display: 'flex',
  flexDirection: 'column-reverse',
  gap: 1,
  width: 'min(60%, 26px)',
  height: PLOT_HEIGHT_PX,
  '@media (forced-colors: active)': { forcedColorAdjust: 'none' },
});

const Bar = styled('div')({ boxSizing: 'border-box', minHeight: 3, borderRadius: 3, ...kindRules });

const Baseline = styled('div')({ width: '100%', borderTop: `1px solid ${color.control}` });

const Label = styled('span')({
  fontSize: 11,
  lineHeight: '16px',
  color: color.inkThird,
  '&[data-now]': { color: color.ink, fontWeight: 650 },
});

/** The dashed line between this month and the coming ones, where it covers no bar. */
const Now = styled('span')({
  position: 'absolute',
  top: 0,
  bottom: 20,
  insetInlineEnd: -1,
  borderInlineEnd: `1.5px dashed ${color.ink}`,
});

const Readout = styled('p')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 12px',
  minHeight: 20,
  margin: '8px 0 0',
  fontSize: 13,
  lineHeight: '20px',
});

const Legend = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2px 16px',
  listStyle: 'none',
  margin: 0,
  padding: 0,
  fontSize: 12,
  lineHeight: '16px',
  color: color.inkSecond,
  '& li': { display: 'flex', alignItems: 'center', gap: 6 },
});

const Swatch = styled('span')({ boxSizing: 'border-box', width: 14, height: 12, borderRadius: 3, ...kindRules });

const NowSwatch = styled('span')({ height: 14, borderInlineEnd: `1.5px dashed ${color.ink}` });

/**
 * `Paid $208.00, Upcoming $39.00`; `no charges` if all amounts are 0. States what isn't known if charges are missing.
 */
export function amountsText(month: ChargesMonth, partial: boolean): string {
  const amounts = chargeKinds
    .filter((kind) => month[kind] !== 0)
    .map((kind) => messages.amount(messages.kinds[kind], formatMoney(month[kind], month.currency)));
  const known = amounts.join(', ');
  if (partial) return known === '' ? messages.unknownCharges : messages.othersUnknown(known);
  return known === '' ? messages.noCharges : known;
}

export interface ChargesChartProps {
  /** The months of one currency, oldest first. */
  months: readonly ChargesMonth[];
  /** The currency shown in the chart's name; null if the practice pays in only one. */
  currency: string | null;
  /** The server's current time, in epoch seconds. */
  asOf: number;
  /** True if charges of any customer are missing. */
  partial: boolean;
}

interface MonthColumnProps {
  month: ChargesMonth;
  isNow: boolean;
  isActive: boolean;
  /** The largest monthly total, which fills the plot's height. */
  tallest: number;
  partial: boolean;
  onActivate: () => void;
}

/** The bars of one month. Only the active column is in the tab order. */
function MonthColumn({ month, isNow, isActive, tallest, partial, onActivate }: MonthColumnProps): ReactNode {
  const name = messages.monthAndYear(month.month);
  return (
    <Column
      role="img"
      data-month={month.month}
      data-active={isActive ? '' : undefined}
      tabIndex={isActive ? 0 : -1}
      aria-label={messages.of(isNow ? `${name}, ${messages.thisMonth}` : name, amountsText(month, partial))}
      onFocus={onActivate}
      onPointerEnter={onActivate}
    >
      {isNow && <Now />}
      <Stack>
        {chargeKinds.map((kind) =>
          month[kind] > 0 ? (
            <Bar key={kind} data-kind={kind} style={{ height: `${String((month[kind] / tallest) * 100)}%` }} />
          ) : null,
        )}
      </Stack>
      <Baseline />
      <Label data-now={isNow ? '' : undefined}>{messages.month(month.month)}</Label>
    </Column>
  );
}

/** Charges of 12 months as bars. Hover and focus show the amounts; arrow keys, Home and End move between months. */
export function ChargesChart({ months, currency, asOf, partial }: ChargesChartProps): ReactNode {
  const { time_zone } = usePractice();
  const id = useId();
  const thisMonth = dayIn(time_zone, new Date(asOf * 1000)).slice(0, 7);
  const present = Math.max(
    0,
    months.findIndex(({ month }) => month === thisMonth),
  );
  const [active, setActive] = useState(present);
  const tallest = Math.max(1, ...months.map(({ paid, upcoming, overdue }) => paid + upcoming + overdue));
  const shown = months[active] ?? months[present];

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const last = months.length - 1;
    const target = { ArrowLeft: active - 1, ArrowRight: active + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = Math.min(last, Math.max(0, target));
    setActive(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[data-month]')[next]?.focus();
  };

  return (
    <Frame>
      {currency !== null && (
        <Typography aria-hidden variant="subtitle1">
          {currency}
        </Typography>
      )}
      <Legend>
        {chargeKinds.map((kind) => (
          <li key={kind}>
            <Swatch data-kind={kind} aria-hidden />
            <span>{messages.kinds[kind]}</span>
          </li>
        ))}
        <li>
          <NowSwatch aria-hidden />
          <span>{messages.today}</span>
        </li>
      </Legend>
      <VisuallyHidden id={id}>{messages.chartHelp}</VisuallyHidden>
      <Plot
        role="group"
        aria-label={messages.chart(currency)}
        aria-describedby={id}
        onKeyDown={move}
        onPointerLeave={({ currentTarget }) => {
          // Resets to the current month, unless the chart has focus.
          if (!currentTarget.contains(document.activeElement)) setActive(present);
        }}
      >
        {months.map((month, at) => (
          <MonthColumn
            key={month.month}
            month={month}
            isNow={month.month === thisMonth}
            isActive={at === active}
            tallest={tallest}
            partial={partial}
            onActivate={() => setActive(at)}
          />
        ))}
      </Plot>
      {shown && (
        <Readout aria-hidden>
          <Typography component="span" style={{ fontSize: 13 }} variant="subtitle1">
            {messages.monthAndYear(shown.month)}
          </Typography>
          <FactLine facts={[shown.month === thisMonth && messages.thisMonth, amountsText(shown, partial)]} />
        </Readout>
      )}
    </Frame>
  );
}
