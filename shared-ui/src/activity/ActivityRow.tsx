import { styled } from '@mui/material/styles';
import type { ActivityChange, ActivityItem } from 'shared-api/contracts/activity';
import { type ReactNode, useState } from 'react';
import { linkStyle } from '../actions/NewTabLink';
import { pageLink } from '../actions/page-link';
import { ChevronDownIcon, ChevronUpIcon } from '../icons';
import { Button } from '../mui/Button';
import { useMedia } from '../layout/use-media';
import { color, phone, phoneQuery, touchTarget } from '../theme/tokens';
import type { ActivityListProps } from './ActivityList';
import { Added, ChangeSentence, Removed } from './ChangeSentence';
import { activityMessages as messages, valuesMessages } from './messages';
import { runSentence } from './runs';
import { sentenceText, timeText } from './text';

const Item = styled('li')({
  display: 'grid',
  gridTemplateColumns: '64px minmax(0, 1fr) auto',
  gap: '0 16px',
  alignItems: 'baseline',
  padding: '9px 16px',
  overflowWrap: 'anywhere',
  '& + &': { borderTop: `1px solid ${color.line}` },
  // Room for a practice, in a column of its own.
  '&:has(> [data-practice])': { gridTemplateColumns: '64px minmax(0, 1fr) minmax(96px, 18%) 96px' },
  // The changes of a run, once it is open.
  '&[data-part]': { backgroundColor: color.subtle },
  // The sentence takes the whole width, and the line below it says when and where.
  [phone]: {
    '&, &:has(> [data-practice])': { gridTemplateColumns: 'auto minmax(0, 1fr) auto' },
    gap: '2px 12px',
    // The touch targets of the last line end within the row, which its panel clips.
    padding: '10px 16px 14px',
  },
});

const Second = styled('span')({ color: color.inkSecond, fontSize: 12, lineHeight: '20px' });

const Time = styled(Second)({ whiteSpace: 'nowrap', [phone]: { gridRow: 2 } });

const What = styled('div')({ minWidth: 0, [phone]: { gridRow: 1, gridColumn: '1 / -1' } });

const Practice = styled(Second)({ minWidth: 0, [phone]: { gridRow: 2, gridColumn: 2 } });

const Links = styled('span')({
  display: 'inline-flex',
  gap: 16,
  justifyContent: 'flex-end',
  whiteSpace: 'nowrap',
  [phone]: { gridRow: 2, gridColumn: 3, gap: 24, alignItems: 'baseline' },
  '@media print': { display: 'none' },
});

const PlainLink = styled('a')({
  ...linkStyle,
  ...touchTarget,
  // A name of two lines is one target.
  '[data-practice] > &': { display: 'inline-block', color: color.inkSecond, fontWeight: 'inherit' },
});

/** A button of one line's height within the text. */
const Toggle = styled(Button)({
  ...touchTarget,
  overflow: 'visible',
  minWidth: 0,
  minHeight: 0,
  padding: 0,
  border: 0,
  gap: 2,
  'span + &': { marginLeft: 8 },
  '[data-links] > &': { marginLeft: 0 },
  // Below values, it is a touch target high, and its distance to the links as well.
  [phone]: { '[data-values] + &': { display: 'flex', minHeight: 44, marginBottom: 10 } },
  fontSize: 12,
  verticalAlign: 'baseline',
});

const Values = styled('ul')({
  margin: '2px 0 0',
  padding: 0,
  listStyle: 'none',
  fontSize: 13,
  lineHeight: '20px',
  overflowWrap: 'anywhere',
});

const Label = styled('span')({ color: color.inkSecond });

/** Stays on one line while it fits. */
const Pair = styled('span')({ display: 'inline-block' });

function Value({ change: { label, before, after, names } }: { change: ActivityChange }): ReactNode {
  if (names) {
    return (
      <li>
        <Label>{label}</Label> {before !== null && <Removed>{before}</Removed>}
        {after !== null && <Added>{after}</Added>}
      </li>
    );
  }
  return (
    <li>
      <Label>{label}:</Label>{' '}
      <Pair>
        {before !== null && <Removed>{before}</Removed>}
        {before !== null && after !== null && <span>{' → '}</span>}
        {after !== null && <Added>{after}</Added>}
        {before !== null && after === null && <span>{` → ${messages.none}`}</span>}
      </Pair>
    </li>
  );
}

interface FoldProps {
  label: string;
  /** The change that the button belongs to. */
  item: Pick<ActivityItem, 'actor' | 'sentence'>;
  open: boolean;
  onToggle: () => void;
}

function Fold({ label, item, open, onToggle }: FoldProps): ReactNode {
  const Chevron = open ? ChevronUpIcon : ChevronDownIcon;
  return (
    <Toggle
      variant="text"
      aria-label={messages.namedRun(label, sentenceText(item))}
      aria-expanded={open}
      endIcon={<Chevron size={14} />}
      onClick={onToggle}
    >
      {label}
    </Toggle>
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

/** What every row of a list shares. */
export type RowContext = Pick<ActivityListProps, 'timeZone' | 'navigate' | 'practicePath'>;

interface ChangeRowProps extends RowContext {
  item: ActivityItem;
  isPart?: boolean;
  /** The visible values, below the sentence. */
  values?: readonly ActivityChange[];
  /** Shows or hides more: after the sentence, or below its values. On a phone, a change without values has it in the last line. */
  fold: ReactNode;
}

function ChangeRow({ item, isPart = false, values = [], fold, ...context }: ChangeRowProps): ReactNode {
  const { timeZone, navigate, practicePath } = context;
  const isPhone = useMedia(phoneQuery);
  // Below a sentence, the button would be closer to the links than a touch target is high. Next to the links of a change
  // with values, it would leave no room for the practice.
  const isInLinks = isPhone && values.length === 0;
  return (
    <Item {...(isPart && { 'data-part': '' })}>
      <Time>
        <time dateTime={new Date(item.at * 1000).toISOString()}>{timeText(item.at, timeZone)}</time>
      </Time>
      <What>
        <ChangeSentence item={item} />
        {values.length > 0 && (
          <Values data-values="">
            {values.map((change) => (
              <Value key={change.label} change={change} />
            ))}
          </Values>
        )}
        {!isInLinks && fold}
      </What>
      {practicePath && (
        <Practice data-practice="">
          {item.practice_id !== null && item.practice_name !== null && (
            <PageLink
              to={practicePath(item.practice_id)}
              label={messages.activityOf(item.practice_name)}
              navigate={navigate}
            >
              {item.practice_name}
            </PageLink>
          )}
        </Practice>
      )}
      <Links data-links="">
        {isInLinks && fold}
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

/** Values of a change that are visible at first. */
const VISIBLE_VALUES = 3;

/**
 * One change. A long list of values is folded to the first of them; a button for one more wouldn't save a line. Names
 * are folded altogether, because the sentence starts with the same names.
 */
function ItemRow({ item, ...row }: RowContext & { item: ActivityItem; isPart?: boolean }): ReactNode {
  const { changes } = item;
  const [open, setOpen] = useState(false);
  const areNames = changes.length > 0 && changes.every(({ names }) => names);
  const room = areNames ? 0 : VISIBLE_VALUES;
  const folds = areNames || changes.length > room + 1;
  const [more, fewer] = areNames
    ? [valuesMessages.details, valuesMessages.noDetails]
    : [valuesMessages.more(changes.length - room), valuesMessages.fewer];
  return (
    <ChangeRow
      item={item}
      values={open || !folds ? changes : changes.slice(0, room)}
      fold={folds && <Fold label={open ? fewer : more} item={item} open={open} onToggle={() => setOpen(!open)} />}
      {...row}
    />
  );
}

/** One change, or one sentence for several similar changes with a button that shows each of them. */
export function ActivityRow({ run, ...context }: RowContext & { run: readonly ActivityItem[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const [first] = run;
  if (!first) return null;
  if (run.length === 1) return <ItemRow item={first} {...context} />;
  const link = run.every((item) => item.link === first.link) ? first.link : null;
  const summary: ActivityItem = { ...first, sentence: [...runSentence(run)], changes: [], link, revert: null };
  const label = messages.run(run.length);
  return (
    <>
      <ChangeRow
        item={summary}
        fold={<Fold label={label} item={summary} open={open} onToggle={() => setOpen(!open)} />}
        {...context}
      />
      {open && run.map((item) => <ItemRow key={item.id} item={item} isPart {...context} />)}
    </>
  );
}
