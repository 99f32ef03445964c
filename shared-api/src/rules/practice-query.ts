const NUMBER = /^(?:no\.?|number|#)\s*([1-9]\d*)$/i;

/** Parses a practice search: 12 for `No. 12` and `#12`, otherwise the text itself. */
export const practiceQuery = (text: string): string => NUMBER.exec(text.trim())?.[1] ?? text.trim();
