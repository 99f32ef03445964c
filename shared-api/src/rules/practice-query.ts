const NUMBER = /^(?:no\.?|number|#)\s*([1-9]\d*)$/i;

/** What a search for practices looks for: 12 for `No. 12` and `#12`, else the text itself. */
export const practiceQuery = (text: string): string => NUMBER.exec(text.trim())?.[1] ?? text.trim();
