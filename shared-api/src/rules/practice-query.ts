/** Longer texts are cut before they are searched: no name is longer. */
export const MAX_PRACTICE_SEARCH_LENGTH = 200;

const NUMBER = /^(?:no\.?|number|id|#|№)\s*([1-9]\d*)$/i;

/** Parses a practice search: 12 for `No. 12` and `#12`, otherwise the text itself. */
export const practiceQuery = (text: string): string => NUMBER.exec(text.trim())?.[1] ?? text.trim();
