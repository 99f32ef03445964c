/** Chooses and loads the fonts of a text, so that names of any script can be printed. */
import bidiFactory from 'bidi-js';
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
  /** Its spaces are as wide as its pictures. */
  isPictures: boolean;
}

/** A run with its level: odd from right to left. */
interface LeveledRun {
  font: LoadedFont;
  level: number;
  text: string;
}

/** Reads a file of the console. */
export type ReadFile = (url: string) => Promise<Uint8Array>;

const LAST_LATIN = 0x24f;
/** Printed for a character that no font has. */
const UNKNOWN = '?';

const bidi = bidiFactory();

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** Joins or varies the characters beside it, and is nothing by itself. */
const isInvisible = (character: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(character);

/** True if a file claims a character. Not every claimed one is in the file. */
function claims(range: string, code: number): boolean {
  return range.split(',').some((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    return Number.parseInt(first, 16) <= code && code <= Number.parseInt(last, 16);
  });
}

async function loadFont({ name, isPictures, url }: FontFile, read: ReadFile): Promise<LoadedFont> {
  const bytes = await read(await url());
  const font = create(bytes as Buffer);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${name} is a collection of fonts`);
  // A subset without any character has no table of them.
  const isEmpty = !('cmap' in font) || font.cmap === undefined;
  return { name, bytes, isPictures, has: (code) => !isEmpty && font.hasGlyphForCodePoint(code) };
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

  /** The text in parts of one font and one direction each, from left to right. */
  runsOf(text: string): Run[] {
    const composed = text.normalize('NFC');
    const { levels } = bidi.getEmbeddingLevels(composed, 'ltr');
    const runs: LeveledRun[] = [];
    let index = 0;
    for (const character of composed) {
      const level = levels[index] ?? 0;
      index += character.length;
      const last = runs.at(-1);
      const printed = this.#byCharacter.has(character) ? character : UNKNOWN;
      if (printed !== character && isInvisible(character)) continue;
      const font = last && continues(last, printed, level) ? last.font : this.#byCharacter.get(printed);
      if (!font) continue;
      const drawn = level % 2 === 1 ? (bidi.getMirroredCharacter(printed) ?? printed) : printed;
      // Digits within a text from right to left are a level of their own. The font would turn them around with it.
      if (last?.font === font && last.level === level && level <= 1) last.text += drawn;
      else runs.push({ font, level, text: drawn });
    }
    return fromLeftToRight(runs).map(({ font, text: part }) => ({
      font: font.name,
      text: part,
      shaped: codeOf(part.trimStart()) > LAST_LATIN,
    }));
  }
}

/** True if a character is drawn in the font of the text before it. */
function continues(last: LeveledRun, character: string, level: number): boolean {
  const { font } = last;
  if (font.isPictures && /[\s\p{N}\p{P}]/u.test(character)) return false;
  return font.has(codeOf(character)) && (last.level === level || !/\s/.test(character));
}

/** Orders runs as they are read: each sequence of one level and those within it is reversed (Unicode TR 9, rule L2). */
function fromLeftToRight(runs: readonly LeveledRun[]): readonly LeveledRun[] {
  let ordered = runs;
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const next: LeveledRun[] = [];
    let within = 0;
    for (const run of ordered) {
      // A run of a sequence goes to the left of its other runs.
      within = run.level >= level ? within : 0;
      next.splice(next.length - within, 0, run);
      if (run.level >= level) within += 1;
    }
    ordered = next;
  }
  return ordered;
}
