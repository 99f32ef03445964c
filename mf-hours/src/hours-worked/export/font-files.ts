/**
 * The font files of the PDF: Noto Sans by Google, under the SIL Open Font License, cut into subsets by Fontsource. A
 * report loads only those that its texts need. They are `.woff`, because `.woff2` can't be subset while writing the
 * PDF.
 */

export interface FontFile {
  name: string;
  /** True for emoji. */
  isPictures: boolean;
  isBold: boolean;
  /** Its characters, as in a style sheet: `U+20-7f,U+a0`. */
  range: string;
  url: () => Promise<string>;
}

/** The subsets of a package, with a lookup for their files. */
interface FontPackage {
  ranges: () => Promise<Readonly<Record<string, string>>>;
  file: (subset: string) => Promise<{ default: string }>;
  isPictures?: true;
  isBold?: true;
}

// `eager`: the addresses of all files, which are short, are in the chunk of the export; the files load on demand.
const packages: readonly FontPackage[] = [
  {
    ranges: async () => (await import('@fontsource/noto-sans/unicode.json')).default,
    file: (subset) =>
      import(/* webpackMode: "eager" */ `@fontsource/noto-sans/files/noto-sans-${subset}-400-normal.woff`),
  },
  {
    isBold: true,
    ranges: async () => (await import('@fontsource/noto-sans/unicode.json')).default,
    file: (subset) =>
      import(/* webpackMode: "eager" */ `@fontsource/noto-sans/files/noto-sans-${subset}-700-normal.woff`),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-arabic/unicode.json')).default,
    file: (subset) =>
      import(
        /* webpackMode: "eager" */ `@fontsource/noto-sans-arabic/files/noto-sans-arabic-${subset}-400-normal.woff`
      ),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-hebrew/unicode.json')).default,
    file: (subset) =>
      import(
        /* webpackMode: "eager" */ `@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-${subset}-400-normal.woff`
      ),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-thai/unicode.json')).default,
    file: (subset) =>
      import(/* webpackMode: "eager" */ `@fontsource/noto-sans-thai/files/noto-sans-thai-${subset}-400-normal.woff`),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-armenian/unicode.json')).default,
    file: (subset) =>
      import(
        /* webpackMode: "eager" */ `@fontsource/noto-sans-armenian/files/noto-sans-armenian-${subset}-400-normal.woff`
      ),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-georgian/unicode.json')).default,
    file: (subset) =>
      import(
        /* webpackMode: "eager" */ `@fontsource/noto-sans-georgian/files/noto-sans-georgian-${subset}-400-normal.woff`
      ),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-bengali/unicode.json')).default,
    file: (subset) =>
      import(
        /* webpackMode: "eager" */ `@fontsource/noto-sans-bengali/files/noto-sans-bengali-${subset}-400-normal.woff`
      ),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-tamil/unicode.json')).default,
    file: (subset) =>
      import(/* webpackMode: "eager" */ `@fontsource/noto-sans-tamil/files/noto-sans-tamil-${subset}-400-normal.woff`),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-sc/unicode.json')).default,
    file: (subset) =>
      import(/* webpackMode: "eager" */ `@fontsource/noto-sans-sc/files/noto-sans-sc-${subset}-400-normal.woff`),
  },
  {
    ranges: async () => (await import('@fontsource/noto-sans-kr/unicode.json')).default,
    file: (subset) =>
      import(/* webpackMode: "eager" */ `@fontsource/noto-sans-kr/files/noto-sans-kr-${subset}-400-normal.woff`),
  },
  {
    isPictures: true,
    ranges: async () => (await import('@fontsource/noto-emoji/unicode.json')).default,
    file: (subset) =>
      import(/* webpackMode: "eager" */ `@fontsource/noto-emoji/files/noto-emoji-${subset}-400-normal.woff`),
  },
];

/** All subsets, the most common scripts first. */
export async function listFontFiles(): Promise<FontFile[]> {
  const lists = await Promise.all(
    packages.map(async ({ ranges, file, isPictures = false, isBold = false }, index) =>
      Object.entries(await ranges()).map(([key, range]): FontFile => {
        // The slices of large scripts are named `[12]`.
        const subset = key.replace(/^\[(.*)\]$/, '$1');
        return { name: `${index} ${key}`, isPictures, isBold, range, url: async () => (await file(subset)).default };
      }),
    ),
  );
  return lists.flat();
}
