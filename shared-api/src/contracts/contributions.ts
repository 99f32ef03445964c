/**
 * What a module contributes to the shell's own pages. A module answers with data, and the shell draws it
 * (docs/decisions/0049-contributions.md). Answers are checked in the browser: what doesn't fit is refused, so that one
 * module can't break or flood a page that it shares with others.
 */
import * as z from 'zod/mini';
import { typedName } from './typed-name.js';

/** Longest wait for a contribution's answer after its code has loaded, in milliseconds. */
export const CONTRIBUTION_DEADLINE_MS = 10_000;

const label = typedName(80);
const sentence = z.string().check(z.minLength(1), z.maxLength(300));
/** A path of the console, with an optional query. */
const path = z
  .string()
  .check(z.maxLength(500), z.regex(/^\/(?:settings|internal)(?:[/?]|$)/, 'Not a path of the console'));
const link = z.object({ label, path });
/** For a person who may not do it, `reason` says why, and it is disabled. */
const action = z.object({ label, path, reason: z.optional(sentence) });

/** The importance of a notice: red for what is overdue or broken, amber for what is soon, blue for information. */
export const noticeSeverities = ['error', 'warning', 'info'] as const;
const severity = z.enum(noticeSeverities);
export type NoticeSeverity = z.infer<typeof severity>;

/** Something that needs the person, with its reason and its one action. */
export const attentionItem = z.object({
  /** Stable, unique in the contribution. */
  id: label,
  severity,
  /** One or two words, such as "Past due". */
  label: typedName(24),
  title: sentence,
  detail: z.optional(sentence),
  action,
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** Part of a sentence. `removed` and `added` are the old and the new value of a change. */
export const textPart = z.object({
  text: z.string().check(z.maxLength(300)),
  tone: z.optional(z.enum(['strong', 'muted', 'removed', 'added'])),
});
export type TextPart = z.infer<typeof textPart>;

const amount = z.number().check(z.gte(0));

export const cardBlock = z.discriminatedUnion('kind', [
  /** A few figures in a line, such as "To date 78.4%". */
  z.object({
    kind: z.literal('figures'),
    figures: z.array(z.object({ label, value: label, path: z.optional(path) })).check(z.minLength(1), z.maxLength(5)),
  }),
  /** A bar for each day or month. `of` is the pale frame around it, such as available hours around worked hours. */
  z.object({
    kind: z.literal('bars'),
    label,
    bars: z
      .array(
        z.object({
          label,
          value: amount,
          of: z.optional(amount),
          /** True for what is to come: drawn as an outline. */
          upcoming: z.optional(z.boolean()),
          /** The figures as text, such as "Monday: 6 of 8 hours". */
          text: sentence,
          /** What stands above the bar of today, such as "5.5 h". */
          figure: z.optional(label),
        }),
      )
      .check(z.minLength(1), z.maxLength(14)),
    /** Position of the bar that is today. */
    today: z.optional(z.int().check(z.gte(0))),
  }),
  /** A strip of days with their state. */
  z.object({
    kind: z.literal('days'),
    label,
    days: z
      .array(
        z.object({
          label,
          state: z.enum(['good', 'bad', 'none']),
          /** True for a mark on a day whose end was good, such as a failed run before the last one. */
          failed: z.optional(z.boolean()),
          text: sentence,
        }),
      )
      .check(z.minLength(1), z.maxLength(31)),
  }),
  /** Lines with an optional lead, such as a day or a time. */
  z.object({
    kind: z.literal('lines'),
    title: z.optional(label),
    lines: z
      .array(
        z.object({
          lead: z.optional(label),
          parts: z.array(textPart).check(z.minLength(1), z.maxLength(12)),
          path: z.optional(path),
        }),
      )
      .check(z.maxLength(8)),
    /** Shown without lines. */
    empty: z.optional(sentence),
  }),
]);
export type CardBlock = z.infer<typeof cardBlock>;

/** The answer of an `overview.card`. */
export const overviewCard = z.object({
  attention: z._default(z.array(attentionItem).check(z.maxLength(20)), []),
  /** One line below the card's title. */
  lead: z.optional(sentence),
  /** What people open the overview for. On a phone it stands above everything else, and opens the card's link. */
  headline: z.optional(
    z.object({
      /** The first one is large. */
      figures: z.array(z.object({ label, value: label })).check(z.minLength(1), z.maxLength(2)),
      /** How much of it is done, from 0 to 1: drawn as a bar. */
      progress: z.optional(z.number().check(z.gte(0))),
      text: z.optional(sentence),
    }),
  ),
  /** The page with everything about it. */
  link: z.optional(link),
  blocks: z._default(z.array(cardBlock).check(z.maxLength(4)), []),
});
export type OverviewCard = z.input<typeof overviewCard>;

/** The answer of a `nav.badge`: a count or a short word next to the navigation entry; null for none. */
export const navBadge = z.nullable(
  z.object({
    severity,
    /** A count, one word such as "Sync", or `•` for a dot. */
    text: z.string().check(z.minLength(1), z.maxLength(8)),
    /** Read to screen readers and shown as a tooltip: "2 providers have no hours". */
    label: sentence,
    /**
     * One or two words about the practice, such as "Past due". On a phone, where the navigation is closed, they stand next to
     * the practice's number. Without them, the badge is only in the navigation.
     */
    state: z.optional(z.string().check(z.minLength(1), z.maxLength(24))),
  }),
);
export type NavBadge = z.input<typeof navBadge>;

/** One entry of the command palette. */
const paletteEntry = {
  /** Stable, unique in the contribution. */
  id: label,
  title: label,
  detail: z.optional(z.string().check(z.maxLength(120))),
  path,
};

/** The answer of a `command`: the actions that a module offers in the palette. They open a page, and save nothing. */
export const commands = z
  .array(z.object({ ...paletteEntry, keywords: z.optional(z.array(label).check(z.maxLength(12))) }))
  .check(z.maxLength(100));
export type Commands = z.input<typeof commands>;

/** The answer of a `search`: what matches the text that the person typed, best first. */
export const searchResults = z.array(z.object({ ...paletteEntry, group: z.optional(label) })).check(z.maxLength(10));
export type SearchResults = z.input<typeof searchResults>;

/** What each slot accepts. */
export const contributionAnswers = {
  'overview.card': overviewCard,
  'nav.badge': navBadge,
  command: commands,
  search: searchResults,
} as const;

/** A checked answer of a slot. */
export type ContributionAnswer<Slot extends keyof typeof contributionAnswers> = z.output<
  (typeof contributionAnswers)[Slot]
>;
