/** Chooses and loads the fonts of a text, so that names of any script can be printed. */
import bidiFactory from 'bidi-js';
import { create } from 'fontkit';
import type { FontFile } from './font-files';

/** A part of a text in one font. */
export interface Run {
  font: string;
  text: string;
  /** True for scripts with joined or right-to-left letters, whose runs are laid out as a whole. */
  shaped: boolean;
  /** True if the font draws a box for one of its characters. */
  isMissing: boolean;
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
  isMissing: boolean;
}

/** Reads a file of the console. */
export type ReadFile = (url: string) => Promise<Uint8Array>;

const LAST_LATIN = 0x24f;
/** Every font of letters has it. */
const SPACE = ' ';

const bidi = bidiFactory();

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** Joins or modifies adjacent characters, and isn't drawn by itself. */
const isInvisible = (character: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(character);

/** True if a file declares a character. Not every declared one is in the file. */
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

/** The font of each character. */
type Typeface = ReadonlyMap<string, LoadedFont>;

/** The fonts of a document. All of its texts are known before it is written. */
export class FontBook {
  private constructor(
    readonly regular: Typeface,
    readonly bold: Typeface,
  ) {}

  /** Loads the fonts for the texts: for each character, the first file that has it. Scripts without bold files are regular. */
  static async of(
    texts: { regular: readonly string[]; bold: readonly string[] },
    files: readonly FontFile[],
    read: ReadFile,
  ): Promise<FontBook> {
    const loaded = new Map<FontFile, Promise<LoadedFont>>();
    const typeface = async (of: readonly string[], among: readonly FontFile[]): Promise<Typeface> => {
      const found = new Map<string, LoadedFont>();
      for (const character of new Set([...of.join('').normalize('NFC'), SPACE])) {
        for (const file of among.filter(({ range }) => claims(range, codeOf(character)))) {
          const loading = loaded.get(file) ?? loadFont(file, read);
          loaded.set(file, loading);
          const font = await loading;
          if (!font.has(codeOf(character))) continue;
          found.set(character, font);
          break;
        }
      }
      return found;
    };
    const [bold, regular] = [files.filter(({ isBold }) => isBold), files.filter(({ isBold }) => !isBold)];
    return new FontBook(await typeface(texts.regular, regular), await typeface(texts.bold, [...bold, ...regular]));
  }

  get fonts(): readonly LoadedFont[] {
    return [...new Set([...this.regular.values(), ...this.bold.values()])];
  }

  /**
   * The text in parts of one font and one direction each, from left to right. A character missing in all fonts gets a
   * letter font, which draws a box.
   */
  runsOf(text: string, isBold = false): Run[] {
    const typeface = isBold ? this.bold : this.regular;
    const composed = text.normalize('NFC');
    const { levels } = bidi.getEmbeddingLevels(composed, 'ltr');
    const runs: LeveledRun[] = [];
    let index = 0;
    for (const character of composed) {
      const level = levels[index] ?? 0;
      index += character.length;
      const last = runs.at(-1);
      const isMissing = !typeface.has(character);
      if (isMissing && isInvisible(character)) continue;
      const own = typeface.get(isMissing ? SPACE : character);
      const font = last && continues(last, character, level) ? last.font : own;
      if (!font) continue;
      const drawn = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
      // Digits within right-to-left text are a separate level. Otherwise the font would reverse them.
      if (last?.font === font && last.level === level && level <= 1) {
        last.text += drawn;
        last.isMissing ||= isMissing;
      } else runs.push({ font, level, text: drawn, isMissing });
    }
    return fromLeftToRight(runs).map(({ font, text: part, isMissing }) => ({
      font: font.name,
      text: part,
      shaped: codeOf(part.trimStart()) > LAST_LATIN,
      isMissing,
    }));
  }
}

/** True if a character is drawn in the font of the text before it. */
function continues(last: LeveledRun, character: string, level: number): boolean {
  const { font } = last;
  if (font.isPictures && /[\s\p{N}\p{P}]/u.test(character)) return false;
  return font.has(codeOf(character)) && (last.level === level || !/\s/.test(character));
}

/** Orders runs for display: each sequence of a level and those within it is reversed (Unicode TR 9, rule L2). */
function fromLeftToRight(runs: readonly LeveledRun[]): readonly LeveledRun[] {
  let ordered = runs;
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const next: LeveledRun[] = [];
    let within = 0;
    for (const run of ordered) {
      // Places a run to the left of the sequence's other runs.
      within = run.level >= level ? within : 0;
      next.splice(next.length - within, 0, run);
      if (run.level >= level) within += 1;
    }
    ordered = next;
  }
  return ordered;
}
