import type { UpcomingCharges } from 'shared-api/contracts';
import {
  type Column,
  DataTable,
  ErrorState,
  formatMoney,
  LoadingBlock,
  Panel,
  phoneQuery,
  retryWhenShown,
  styled,
  useMedia,
} from 'shared-ui';
import { ReadingNotice } from 'shared-ui/cards';
import { Skeleton, Stack, Typography } from 'shared-ui/mui';
import { useRemoteLocation } from 'shared-ui/remote';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { PhoneFold } from '../disclosure/PhoneFold';
import { HeadButton } from '../layout/HeadButton';
import { SideBySide } from '../layout/SideBySide';
import { CHARGES_ANCHOR } from './anchor';
import { ChargesChart, type ChargesMonth } from './ChargesChart';
import { CustomerProblems } from './CustomerProblems';
import { messages } from './messages';
import { NextCharges } from './NextCharges';
import { isPartial } from './partial-answer';
import { UnpaidInvoices, type UnpaidInvoicesProps } from './UnpaidInvoices';
import type { UpcomingChargesState } from './use-upcoming-charges';

/** Height of chart and list in px, so that content below doesn't move when they load. */
const SECTION_HEIGHT = 380;

const Heading = styled(Typography)({
  scrollMarginTop: 'calc(var(--console-sticky-top, var(--console-frame-top, 0px)) + 12px)',
  '&:focus': { outline: 'none' },
});

/** Months and next charges. */
const Columns = styled(SideBySide)({
  rowGap: 12,
  // The list of all charges is much longer than the chart.
  '&:has([data-expanded])': { gridTemplateColumns: '1fr' },
});

/** Focuses and scrolls to a heading once its content has loaded, if the URL links to it. */
function useLinkedHeading(isReady: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useRemoteLocation();
  const isLinked = isReady && hash === `#${CHARGES_ANCHOR}`;
  useEffect(
    () =>
      isLinked
        ? retryWhenShown(document.body, () => {
            const { current } = heading;
            current?.focus({ preventScroll: true });
            if (!current || document.activeElement !== current) return false;
            current.scrollIntoView({ block: 'start' });
            return true;
          })
        : undefined,
    [isLinked],
  );
  return heading;
}

/** Paid and upcoming charges by month, and the list of next charges. */
export function ChargesSection({ charges }: { charges: UpcomingChargesState }): ReactNode {
  const { data, error, busy, refetch } = charges;
  // A phone shows upcoming charges before past ones, which are folded.
  const isPhone = useMedia(phoneQuery);
  const heading = useLinkedHeading(data !== undefined);
  // Kept when a phone is turned, which moves them.
  const [asTable, setAsTable] = useState(false);
  const months = data && (
    <Months
      charges={data}
      title={isPhone ? undefined : messages.chart(null)}
      asTable={asTable}
      onAsTable={setAsTable}
    />
  );
  return (
    <section aria-label={messages.title}>
      <Stack spacing={3}>
        <Heading ref={heading} variant="h2" tabIndex={-1}>
          {messages.title}
        </Heading>
        {!data && error && (
          <Panel>
            <ErrorState title={messages.failed} message={error.message} busy={busy} onRetry={refetch} />
          </Panel>
        )}
        {!data && !error && <LoadingBlock label={messages.loading} shape={<Skeleton height={SECTION_HEIGHT} />} />}
        {data && (
          <>
            <ReadingNotice subject={messages.title} progress={data.progress} busy={busy} onReadOn={refetch} />
            <CustomerProblems problems={data.problems} />
            <UnpaidPanel invoices={data.unpaid ?? []} />
            <Columns>
              {!isPhone && months}
              {(data.charges.length > 0 || !data.progress) && (
                <NextCharges charges={data.charges} partial={isPartial(data)} asOf={data.as_of} />
              )}
              {isPhone && (
                <PhoneFold title={messages.chart(null)} level="h3" summary={messages.lead}>
                  {months}
                </PhoneFold>
              )}
            </Columns>
          </>
        )}
      </Stack>
    </section>
  );
}

const columnsOf = (partial: boolean): Column<ChargesMonth>[] => [
  { key: 'month', header: messages.columns.month, cell: ({ month }) => messages.monthAndYear(month), rowHeader: true },
  ...(['paid', 'upcoming', 'overdue'] as const).map((kind) => ({
    key: kind,
    header: messages.columns[kind],
    numeric: true,
    cell: (month: ChargesMonth) =>
      partial && month[kind] === 0 ? messages.unknownAmount : formatMoney(month[kind], month.currency),
  })),
];

interface MonthsProps {
  charges: UpcomingCharges;
  /** Absent where a heading above names it. */
  title: string | undefined;
  asTable: boolean;
  onAsTable: (asTable: boolean) => void;
}

/** One chart per currency, or the same numbers as a table. */
function Months({ charges, title, asTable, onAsTable }: MonthsProps): ReactNode {
  const { months, as_of: asOf } = charges;
  const partial = isPartial(charges);
  const currencies = [...new Set(months.map(({ currency }) => currency))];
  return (
    <Panel
      {...(title !== undefined && { title })}
      actions={
        <HeadButton variant="text" onClick={() => onAsTable(!asTable)}>
          {asTable ? messages.asChart : messages.asTable}
        </HeadButton>
      }
    >
      <Stack spacing={3}>
        {currencies.map((currency) => {
          const own = months.filter((month) => month.currency === currency);
          const named = currencies.length > 1 ? currency.toUpperCase() : null;
          return asTable ? (
            <DataTable
              key={currency}
              caption={messages.chart(named)}
              columns={columnsOf(partial)}
              rows={own}
              rowKey={({ month }) => month}
              empty={null}
              onPhone="table"
            />
          ) : (
            <ChargesChart key={currency} months={own} currency={named} asOf={asOf} partial={partial} />
          );
        })}
        {partial && <Typography color="textSecondary">{messages.missing}</Typography>}
      </Stack>
    </Panel>
  );
}

function UnpaidPanel({ invoices }: UnpaidInvoicesProps): ReactNode {
  if (invoices.length === 0) return null;
  return (
    <Panel title={messages.unpaid.title}>
      <UnpaidInvoices invoices={invoices} />
    </Panel>
  );
}
