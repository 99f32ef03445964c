/** Folds changes that repeat within a day, so that a day reads in a few lines. Pure. */
import type { ActivityItem, SentencePart } from 'shared-api/contracts/activity';
import { activityMessages as messages } from './messages';

/** Minimum number of similar changes in a row to fold them. */
const MIN_SIMILAR = 4;

/** Minimum number of changes by one person to one thing within a day to fold them. */
const MIN_OF_ONE_THING = 3;

/** A key that is equal for changes that differ only in names and values. */
const similarityKey = ({ actor, area, practice_id: practice, sentence }: ActivityItem): string =>
  JSON.stringify([actor, area, practice, sentence.map(({ kind, text }) => (kind === 'text' ? text : kind))]);

/** A key that is equal for changes that one person or job made within a minute, so their order is irrelevant. */
const blockKey = ({ actor, area, practice_id: practice, at }: ActivityItem): string =>
  JSON.stringify([actor, area, practice, Math.floor(at / 60)]);

/** `['issued', ' the sync agent’s token ']` */
function verbOf(sentence: readonly SentencePart[]): readonly [verb: string, rest: string] {
  const text = sentence[0]?.text ?? '';
  const end = text.search(/\s/u);
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
}

/**
 * A key that is equal for what one person did to one thing: they issued and revoked the same token. The thing is what
 * the sentence names first.
 */
const thingKey = ({ id, actor, area, practice_id: practice, sentence }: ActivityItem): string =>
  sentence[1] ? JSON.stringify([actor, area, practice, verbOf(sentence)[1], sentence[1].text]) : id;

function groupBy(items: readonly ActivityItem[], keyOf: (item: ActivityItem) => string): ActivityItem[][] {
  const groups = new Map<string, ActivityItem[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

/** Moves similar changes next to each other within a block. */
function groupSimilar(items: readonly ActivityItem[]): ActivityItem[] {
  const blocks: { key: string; items: ActivityItem[] }[] = [];
  for (const item of items) {
    const key = blockKey(item);
    if (blocks.at(-1)?.key === key) blocks.at(-1)?.items.push(item);
    else blocks.push({ key, items: [item] });
  }
  return blocks.flatMap((block) => groupBy(block.items, similarityKey).flat());
}

/** Groups consecutive similar changes. Each change of a short run becomes its own group. */
function similarRuns(items: readonly ActivityItem[]): ActivityItem[][] {
  const runs: ActivityItem[][] = [];
  for (const item of groupSimilar(items)) {
    const [first] = runs.at(-1) ?? [];
    if (first && similarityKey(first) === similarityKey(item)) runs.at(-1)?.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < MIN_SIMILAR ? run.map((item) => [item]) : [run]));
}

/**
 * Groups the changes of a day: what one person did to one thing, wherever in the day, and similar changes in a row.
 * Each group is at the place of its latest change.
 */
export function runsOf(items: readonly ActivityItem[]): ActivityItem[][] {
  const repeated = groupBy(items, thingKey).filter(({ length }) => length >= MIN_OF_ONE_THING);
  const runOf = new Map(repeated.flatMap((run) => run.map((item) => [item, run] as const)));
  const runs: ActivityItem[][] = [];
  let others: ActivityItem[] = [];
  const endOthers = (): void => {
    runs.push(...similarRuns(others));
    others = [];
  };
  for (const item of items) {
    const run = runOf.get(item);
    if (!run) others.push(item);
    else if (run[0] === item) {
      endOthers();
      runs.push(run);
    }
  }
  endOthers();
  return runs;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** The one sentence of changes with the same words: `added Sofia Reyes and 2 more as Staff`. */
function similarSentence(sentences: readonly (readonly SentencePart[])[]): readonly SentencePart[] {
  const [first = []] = sentences;
  const differing = first.flatMap((_, at) =>
    distinct(sentences.map((sentence) => sentence[at]?.text ?? '')).length > 1 ? [at] : [],
  );
  const [at] = differing;
  if (at === undefined) return first;
  const names = distinct(sentences.map((sentence) => sentence[at]?.text ?? ''));
  const more: SentencePart = { kind: 'text', text: messages.andMore(names.length - 1) };
  // What follows belongs to one of the names only.
  const rest = differing.length > 1 ? [] : first.slice(at + 1);
  return [...first.slice(0, at + 1), more, ...rest];
}

/** The one sentence of different changes to one thing: `issued and revoked the sync agent’s token Front desk`. */
function sentenceOfOneThing(sentences: readonly (readonly SentencePart[])[]): readonly SentencePart[] {
  const [first = []] = sentences;
  const verbs = distinct(sentences.toReversed().map((sentence) => verbOf(sentence)[0]));
  const [, thing] = first;
  return [
    { kind: 'text', text: messages.verbs(verbs) + verbOf(first)[1] },
    ...(thing ? [{ kind: 'name', text: thing.text } as const] : []),
  ];
}

/** What a folded run says in one sentence. */
export function runSentence(run: readonly ActivityItem[]): readonly SentencePart[] {
  const sentences = run.map(({ sentence }) => sentence);
  const [first = []] = sentences;
  if (distinct(sentences.map((sentence) => JSON.stringify(sentence))).length === 1) return first;
  // The values of one thing replace each other, so only the thing is named.
  const isOneThing = distinct(run.map(thingKey)).length === 1;
  return isOneThing ? sentenceOfOneThing(sentences) : similarSentence(sentences);
}
