import { type BulkType, bulkTypes, countText, type FeaturesUsage } from 'shared-api/contracts';
import { color, forcedTrack, Panel, styled, VisuallyHidden } from 'shared-ui';
import { Button, Skeleton, Typography } from 'shared-ui/mui';
import { memo, type ReactNode, useId, useState } from 'react';
import { itemParts, type ListFilter } from './list-params';
import { messages } from './messages';
import { PageLink } from './PageLink';
import { groupByUsage, sortByUsage, usageListOf, usageOfType } from './usage';

const text = messages.usage;
const TOP = 3;

const Cards = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
  gap: 16,
  alignItems: 'start',
});

const List = styled('ul')({
  display: 'grid',
  gap: 8,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '&[data-all]': { maxHeight: 232, overflowY: 'auto', paddingRight: 8 },
});

const Line = styled('li')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.8fr) minmax(40px, 1fr) minmax(48px, auto)',
  gap: 12,
  alignItems: 'center',
  fontSize: 13,
  lineHeight: '20px',
});

/** On one line, as while it loads, so that the list below doesn't move. */
const Name = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

const Track = styled('span')({
  display: 'block',
  height: 6,
  borderRadius: 3,
  backgroundColor: color.neutralTint,
  overflow: 'hidden',
  '& > span': { display: 'block', height: '100%', borderRadius: 3, minWidth: 2, backgroundColor: color.primary },
  '&[data-flags] > span': { backgroundColor: color.attention },
  ...forcedTrack,
});

const nameOf = (name: string, others: number): string => (others === 0 ? name : text.andOthers(name, others));

export interface UsageSummaryProps {
  /** Undefined while loading. */
  usage: FeaturesUsage | undefined;
  /** The URL of the list with this filter. */
  linkTo: (filter: Partial<ListFilter>) => string;
  /** Called when such a link is followed on this page. */
  onFollow: () => void;
}

/** Shows how many practices have each bundle, feature and flag, most used first, and all of them on request. */
export const UsageSummary = memo(function UsageSummary(props: UsageSummaryProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography id={id} variant="h2" sx={{ mb: 2 }}>
        {text.title}
      </Typography>
      <Cards>
        {bulkTypes.map((type) => (
          <UsageCard key={type} type={type} {...props} />
        ))}
      </Cards>
    </section>
  );
});

function UsageCard({ type, usage, linkTo, onFollow }: UsageSummaryProps & { type: BulkType }): ReactNode {
  const [all, setAll] = useState(false);
  const id = useId();
  const title = text.of[usageListOf(type)];
  if (!usage) {
    return (
      <Panel title={title}>
        <List aria-hidden>
          {Array.from({ length: TOP }, (_, line) => (
            <Skeleton key={line} component="li" variant="text" sx={{ fontSize: 13, lineHeight: '20px' }} />
          ))}
        </List>
      </Panel>
    );
  }
  const counts = sortByUsage(usageOfType(usage, type));
  const single = counts.map((count) => ({ ...count, others: 0 }));
  // The most used features all come with the most used bundle, so each would have the same bar.
  const top = (type === 'feature' ? groupByUsage(counts) : single).slice(0, TOP);
  const what = title.toLowerCase();
  return (
    <Panel
      title={title}
      actions={
        counts.length > TOP && (
          <Button
            variant="text"
            style={{ margin: '-6px -8px -6px 0' }}
            aria-expanded={all}
            aria-controls={id}
            aria-label={all ? text.fewerOf(what) : text.allOf(what, counts.length)}
            onClick={() => setAll(!all)}
          >
            {all ? text.fewer : text.all(counts.length)}
          </Button>
        )
      }
    >
      {counts.length === 0 && <Typography color="textSecondary">{text.none}</Typography>}
      <List id={id} {...(all && { 'data-all': '', tabIndex: 0 })}>
        {(all ? single : top).map(({ name, display_name, practices, others }) => (
          <Line key={name}>
            <Name title={nameOf(display_name, others)}>{nameOf(display_name, others)}</Name>
            <Track aria-hidden data-flags={type === 'feature_flag' ? '' : undefined}>
              <span style={{ width: `${(100 * practices) / Math.max(1, usage.practices)}%` }} />
            </Track>
            <Typography component="span" align="right" style={{ fontSize: 13 }}>
              {practices === 0 ? (
                countText(practices)
              ) : (
                <PageLink to={linkTo({ [itemParts[type]]: name })} onFollow={onFollow}>
                  <span>{countText(practices)}</span>
                  <VisuallyHidden>{text.having(practices, display_name)}</VisuallyHidden>
                </PageLink>
              )}
            </Typography>
          </Line>
        ))}
      </List>
    </Panel>
  );
}
