/**
 * Module contributions to the shell's own pages. A module returns data, and the shell renders it
 * (docs/decisions/0049-contributions.md). The browser validates the data and rejects what doesn't fit, so that one
 * module can't break or flood a shared page.
 */
import * as z from 'zod/mini';
import { typedName } from './typed-name.js';

/** Maximum wait for a contribution's data after its code has loaded, in milliseconds. */
export const CONTRIBUTION_DEADLINE_MS = 10_000;

const label = typedName(80);
const sentence = z.string().check(z.minLength(1), z.maxLength(300));
/** A console path with an optional query. */
const path = z
  .string()
  .check(z.maxLength(500), z.regex(/^\/(?:settings|internal)(?:[/?]|$)/, 'Not a path of the console'));
const link = z.object({ label, path });
/** If the person isn't allowed to do it, `reason` says why and the action is disabled. */
const action = z.object({ label, path, reason: z.optional(sentence) });

/** The severity of a notice: red for overdue or broken, amber for soon, blue for information. */
export const noticeSeverities = ['error', 'warning', 'info'] as const;
const severity = z.enum(noticeSeverities);
export type NoticeSeverity = z.infer<typeof severity>;

/** An item that needs attention, with its reason and one action. */
export const attentionItem = z.object({
  /** Stable and unique within the contribution. */
  id: label,
  severity,
  /** One or two words, such as "Past due". */
  label: typedName(24),
  title: sentence,
  detail: z.optional(sentence),
  action,
});
export type AttentionItem = z.infer<typeof attentionItem>;

/** Part of a sentence. `removed` and `added` are the old and new values of a change. */
export const textPart = z.object({
  text: z.string().check(z.maxLength(300)),
  tone: z.optional(z.enum(['strong', 'muted', 'removed', 'added'])),
});
export type TextPart = z.infer<typeof textPart>;

const amount = z.number().check(z.gte(0));

export const cardBlock = z.discriminatedUnion('kind', [
  /** A few numbers in a line, such as "To date 78.4%". */
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
          /** True for upcoming values, drawn as an outline. */
          upcoming: z.optional(z.boolean()),
          /** The values as text, such as "Monday: 6 of 8 hours". */
          text: sentence,
          /** Label above today's bar, such as "5.5 h". */
          figure: z.optional(label),
        }),
      )
      .check(z.minLength(1), z.maxLength(14)),
    /** Index of today's bar. */
    today: z.optional(z.int().check(z.gte(0))),
  }),
  /** A strip of days with their status. */
  z.object({
    kind: z.literal('days'),
    label,
    days: z
      .array(
        z.object({
          label,
          state: z.enum(['good', 'bad', 'none']),
          /** True to mark a day that ended well, e.g. after an earlier failed run. */
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
    /** Shown if there are no lines. */
    empty: z.optional(sentence),
  }),
]);
export type CardBlock = z.infer<typeof cardBlock>;

/** The data of an `overview.card`. */
export const overviewCard = z.object({
  attention: z._default(z.array(attentionItem).check(z.maxLength(20)), []),
  /** One line below the card's title. */
  lead: z.optional(sentence),
  /** The most important number. On a phone it appears above everything else and opens the card's link. */
  headline: z.optional(
    z.object({
      /** The first one is large. */
      figures: z.array(z.object({ label, value: label })).check(z.minLength(1), z.maxLength(2)),
      /** Progress from 0 to 1, drawn as a bar. */
      progress: z.optional(z.number().check(z.gte(0))),
      text: z.optional(sentence),
    }),
  ),
  /** The page with everything about it. */
  link: z.optional(link),
  blocks: z._default(z.array(cardBlock).check(z.maxLength(4)), []),
});
export type OverviewCard = z.input<typeof overviewCard>;

/** The data of a `nav.badge`: a count or short word next to the navigation entry; null for none. */
export const navBadge = z.nullable(
  z.object({
    severity,
    /** A count, one word such as "Sync", or `•` for a dot. */
    text: z.string().check(z.minLength(1), z.maxLength(8)),
    /** Announced to screen readers and shown as a tooltip: "2 providers have no hours". */
    label: sentence,
    /**
     * One or two words about the practice, such as "Past due", shown next to the practice's number on a phone, where
     * the navigation is closed. Without it, the badge appears only in the navigation.
     */
    state: z.optional(z.string().check(z.minLength(1), z.maxLength(24))),
  }),
);
export type NavBadge = z.input<typeof navBadge>;

/** One entry of the command palette. */
const paletteEntry = {
  /** Stable and unique within the contribution. */
  id: label,
  title: label,
  detail: z.optional(z.string().check(z.maxLength(120))),
  path,
};

/** Other words for an entry. One that is the whole text puts the entry before those that only contain it. */
const keywords = z.optional(z.array(label).check(z.maxLength(12)));

/** The data of a `command`: actions that a module offers in the palette. They open pages and save nothing. */
export const commands = z.array(z.object({ ...paletteEntry, keywords })).check(z.maxLength(100));
export type Commands = z.input<typeof commands>;

/** The data of a `search`: matches for the typed text, best first. */
export const searchResults = z
  .array(
    z.object({
      ...paletteEntry,
      group: z.optional(label),
      keywords,
      /** True for a result that matches only with typos. It is left out where something matches without. */
      closest: z.optional(z.boolean()),
    }),
  )
  .check(z.maxLength(10));
export type SearchResults = z.input<typeof searchResults>;

/** The schema of each slot. */
export const contributionAnswers = {
  'overview.card': overviewCard,
  'nav.badge': navBadge,
  command: commands,
  search: searchResults,
} as const;

/** The validated data of a slot. */
export type ContributionAnswer<Slot extends keyof typeof contributionAnswers> = z.output<
  (typeof contributionAnswers)[Slot]
>;
