/** Chooses and loads the fonts of a text, so that names of any script can be printed. */
import { create } from 'fontkit';
import type { FontFile } from './font-files';

/** A part of a text in one font. */
export interface Run {
  font: string;
  text: string;
  /** True for scripts whose letters are joined or written from right to left: the run is laid out as a whole. */
  shaped: boolean;
}

/** A font for the PDF. */
export interface LoadedFont {
  name: string;
  bytes: Uint8Array;
  has: (code: number) => boolean;
}

/** Reads a file of the console. */
export type ReadFile = (url: string) => Promise<Uint8Array>;

const LAST_LATIN = 0x24f;
/** Printed for a character that no font has. */
const UNKNOWN = '?';

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** Stays in the font of the text around it: spaces, and marks that join the letter before them. */
const isNeutral = (character: string): boolean => /[\s\p{M}\u200c\u200d]/u.test(character);

/** True if a file claims a character. Not every claimed one is in the file. */
function claims(range: string, code: number): boolean {
  return range.split(',').some((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    return Number.parseInt(first, 16) <= code && code <= Number.parseInt(last, 16);
  });
}

async function loadFont({ name, url }: FontFile, read: ReadFile): Promise<LoadedFont> {
  const bytes = await read(await url());
  const font = create(bytes as Buffer);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is a collection of fonts`);
  // A subset without any character has no table of them.
  const isEmpty = !('cmap' in font) || font.cmap === undefined;
  return { name, bytes, has: (code) => !isEmpty && font.hasGlyphForCodePoint(code) };
}

/** The fonts of a document. All of its texts are known before it is written. */
export class FontBook {
  readonly #byCharacter = new Map<string, LoadedFont>();
  readonly #loaded = new Map<FontFile, Promise<LoadedFont>>();

  /** Loads the fonts for the texts: for each character, the first file that has it. */
  static async of(texts: readonly string[], files: readonly FontFile[], read: ReadFile): Promise<FontBook> {
    const book = new FontBook();
    for (const character of new Set([...texts.join('').normalize('NFC'), UNKNOWN, ' '])) {
      for (const file of files.filter(({ range }) => claims(range, codeOf(character)))) {
        const loading = book.#loaded.get(file) ?? loadFont(file, read);
        book.#loaded.set(file, loading);
        const font = await loading;
        if (!font.has(codeOf(character))) continue;
        book.#byCharacter.set(character, font);
        break;
      }
    }
    return book;
  }

  get fonts(): readonly LoadedFont[] {
    return [...new Set(this.#byCharacter.values())];
  }

  /** The text in parts of one font each. */
  runsOf(text: string): Run[] {
    const runs: { font: LoadedFont; text: string }[] = [];
    for (const character of text.normalize('NFC')) {
      const last = runs.at(-1);
      const printed = this.#byCharacter.has(character) ? character : UNKNOWN;
      const stays = last && last.font.has(codeOf(printed)) && (isNeutral(character) || printed === character);
      const font = stays ? last.font : this.#byCharacter.get(printed);
      if (!font) continue;
      if (last?.font === font) last.text += printed;
      else {
        // Spaces after a text from right to left would be drawn to its left.
        const spaces = last ? (/\s+$/.exec(last.text)?.[0] ?? '') : '';
        if (last) last.text = last.text.slice(0, last.text.length - spaces.length);
        runs.push({ font, text: spaces + printed });
      }
    }
    return runs.map(({ font, text: part }) => ({
      font: font.name,
      text: part,
      shaped: codeOf(part.trimStart()) > LAST_LATIN,
    }));
  }
}
