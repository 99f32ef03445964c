import { styled } from '@mui/material/styles';
import { dayIn } from 'shared-api/contracts';
import type { ActivityChange, ActivityItem } from 'shared-api/contracts/activity';
import { type ReactNode, useId, useState } from 'react';
import { linkStyle } from '../actions/NewTabLink';
import { pageLink } from '../actions/page-link';
import { Button } from '../mui/Button';
import { busyRegion } from '../theme/busy-line';
import { color, narrow, radius, touch, touchTarget } from '../theme/tokens';
import { Added, ChangeSentence, Removed } from './ChangeSentence';
import { activityMessages as messages, valuesMessages } from './messages';
import { type ActivityDay, daysOf, dayTitle, runsOf, sentenceText, timeText } from './text';

const Root = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 20,
  ...busyRegion,
});

const Title = styled('h2')({ margin: '0 0 8px', fontSize: 14, lineHeight: '20px', fontWeight: 600 });

const Items = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
  backgroundColor: color.surface,
});

const Item = styled('li')({
  display: 'grid',
  gridTemplateColumns: '72px minmax(0, 1fr) auto',
  gap: '2px 16px',
  alignItems: 'baseline',
  padding: '10px 16px',
  overflowWrap: 'anywhere',
  '& + &': { borderTop: `1px solid ${color.line}` },
  [narrow]: { gridTemplateColumns: 'minmax(0, 1fr) auto', gridTemplateRows: 'auto 1fr' },
});

const Second = styled('span')({ color: color.inkSecond, fontSize: 12, lineHeight: '20px' });

/** At the end of the first line on a narrow screen. */
const Time = styled(Second)({ [narrow]: { gridColumn: 2, gridRow: 1, justifySelf: 'end', alignSelf: 'start' } });

const What = styled('div')({ minWidth: 0, [narrow]: { gridColumn: 1, gridRow: '1 / span 2', alignSelf: 'start' } });

/** As wide as its text, on the same line as the sentence. */
const More = styled(Button)({ display: 'flex', margin: '2px 0 -4px -12px', whiteSpace: 'normal', textAlign: 'left' });

/** On its own line below the sentence. */
const PracticeLine = styled(Second)({
  display: 'block',
  [touch]: { padding: '4px 0', '&:has(+ button)': { paddingBottom: 10 } },
});

const Values = styled('ul')({
  margin: '4px 0 0',
  padding: 0,
  listStyle: 'none',
  fontSize: 12,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
});

const Links = styled('span')({
  display: 'inline-flex',
  gap: 16,
  whiteSpace: 'nowrap',
  // Below the time, next to the sentence, one touch target below the other.
  [narrow]: { gridColumn: 2, gridRow: 2, flexDirection: 'column', gap: 20, alignItems: 'flex-end', alignSelf: 'start' },
  '@media print': { display: 'none' },
});

const PlainLink = styled('a')({
  ...linkStyle,
  ...touchTarget,
  display: 'inline-block',
  padding: '2px 0',
});

function Value({ change: { label, before, after, names } }: { change: ActivityChange }): ReactNode {
  if (names) {
    return (
      <li>
        <span>{label}</span> {before !== null && <Removed>{before}</Removed>}
        {after !== null && <Added>{after}</Added>}
      </li>
    );
  }
  return (
    <li>
      <span>{label}</span>
      {': '}
      {before !== null && <Removed>{before}</Removed>}
      {before !== null && after !== null && <span>{' → '}</span>}
      {after !== null && <Added>{after}</Added>}
      {before !== null && after === null && <span>{` → ${messages.none}`}</span>}
    </li>
  );
}

interface PageLinkProps {
  to: string;
  label: string;
  navigate: (path: string) => void;
  children: string;
}

function PageLink({ to, label, navigate, children }: PageLinkProps): ReactNode {
  return (
    <PlainLink aria-label={label} {...pageLink(to, navigate)}>
      {children}
    </PlainLink>
  );
}

export interface ActivityListProps {
  /** Newest first. */
  items: readonly ActivityItem[];
  /** IANA time zone of all days and times. */
  timeZone: string;
  /** Navigates to a console page. */
  navigate: (path: string) => void;
  /** Names the practice of each change and links to its activity, for lists that cover several practices. */
  practicePath?: ((practiceId: number) => string) | undefined;
  busy?: boolean;
}

/** Changes grouped by day. Each is a sentence with links to what changed and to revert it. */
export function ActivityList({ items, timeZone, busy = false, ...rest }: ActivityListProps): ReactNode {
  const today = dayIn(timeZone, new Date());
  return (
    <Root aria-busy={busy || undefined}>
      {daysOf(items, timeZone).map((day) => (
        <Day key={day.date} day={day} title={dayTitle(day.date, today)} timeZone={timeZone} {...rest} />
      ))}
    </Root>
  );
}

type ChangeProps = Pick<ActivityListProps, 'timeZone' | 'navigate' | 'practicePath'>;

interface DayProps extends ChangeProps {
  day: ActivityDay;
  title: string;
}

function Day({ day, title, ...rest }: DayProps): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <Items>
        {runsOf(day.items).map((run) => (
          <Run key={run[0]?.id} run={run} {...rest} />
        ))}
      </Items>
    </section>
  );
}

/** The first of several similar changes, with a button that shows or hides the rest. */
function Run({ run, ...rest }: ChangeProps & { run: readonly ActivityItem[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const [first, ...others] = run;
  if (!first) return null;
  const { length: count } = others;
  const label = open ? messages.fewer(count) : messages.more(count);
  return (
    <>
      <Change item={first} {...rest}>
        {count > 0 && (
          <More
            variant="text"
            aria-label={messages.namedRun(label, sentenceText(first))}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {label}
          </More>
        )}
      </Change>
      {open && others.map((item) => <Change key={item.id} item={item} {...rest} />)}
    </>
  );
}

/** Values of a change that are visible at first. */
const VISIBLE_VALUES = 4;

/** What a change changed. A long list is folded to its first values; a button for one more wouldn't save a line. */
function ChangedValues({ item }: { item: ActivityItem }): ReactNode {
  const { changes } = item;
  const [open, setOpen] = useState(false);
  if (changes.length === 0) return null;
  const folds = changes.length > VISIBLE_VALUES + 1;
  const label = open ? valuesMessages.fewer : valuesMessages.more(changes.length - VISIBLE_VALUES);
  return (
    <>
      <Values>
        {(folds && !open ? changes.slice(0, VISIBLE_VALUES) : changes).map((change) => (
          <Value key={change.label} change={change} />
        ))}
      </Values>
      {folds && (
        <More
          variant="text"
          aria-label={messages.namedRun(label, sentenceText(item))}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {label}
        </More>
      )}
    </>
  );
}

function Change({
  item,
  timeZone,
  navigate,
  practicePath,
  children,
}: ChangeProps & { item: ActivityItem; children?: ReactNode }): ReactNode {
  return (
    <Item>
      <Time>
        <time dateTime={new Date(item.at * 1000).toISOString()}>{timeText(item.at, timeZone)}</time>
      </Time>
      <What>
        <ChangeSentence item={item} />
        <ChangedValues item={item} />
        {practicePath && item.practice_id !== null && item.practice_name !== null && (
          <PracticeLine>
            <PageLink
              to={practicePath(item.practice_id)}
              label={messages.activityOf(item.practice_name)}
              navigate={navigate}
            >
              {item.practice_name}
            </PageLink>
          </PracticeLine>
        )}
        {children}
      </What>
      <Links>
        {item.link !== null && (
          <PageLink to={item.link} label={messages.openOf(sentenceText(item))} navigate={navigate}>
            {messages.open}
          </PageLink>
        )}
        {item.revert !== null && (
          <PageLink to={item.revert} label={messages.revertOf(sentenceText(item))} navigate={navigate}>
            {messages.revert}
          </PageLink>
        )}
      </Links>
    </Item>
  );
}
