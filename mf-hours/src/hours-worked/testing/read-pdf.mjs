// @ts-check
/** Prints a PDF as JSON, as pdf.js reads it: `node read-pdf.mjs report.pdf`. */
import fs from 'node:fs';
import zlib from 'node:zlib';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

const file = fs.readFileSync(process.argv[2] ?? '');
const data = new Uint8Array(file);
const document = await getDocument({ data, verbosity: 0 }).promise;
const { info } = await document.getMetadata();
const pages = [];
/** @type {{role: string, text: string, actual?: string}[]} */
const structure = [];

for (let number = 1; number <= document.numPages; number += 1) {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  /** @type {Map<string, string>} */
  const marked = new Map();
  const texts = [];
  let id = '';
  for (const item of items) {
    if (!('str' in item)) id = item.id ?? '';
    else {
      if (id !== '') marked.set(id, `${marked.get(id) ?? ''}${item.str}`);
      if (item.str !== '') texts.push({ text: item.str, y: Math.round(item.transform[5] * 10) });
    }
  }
  const [, , width = 0, height = 0] = page.view;
  pages.push({ width, height, items: texts, drawn: await drawnBy(page) });
  const tree = await page.getStructTree();
  if (tree) collect(tree, marked);
}

/**
 * The characters that each marked content draws, including spaces that pdf.js treats as distances between texts.
 *
 * @param {import('pdfjs-dist').PDFPageProxy} page
 */
async function drawnBy(page) {
  const { fnArray, argsArray } = await page.getOperatorList();
  /** @type {{tag: string, text: string}[]} */
  const drawn = [];
  for (const [at, operator] of fnArray.entries()) {
    if (operator === OPS.beginMarkedContentProps) drawn.push({ tag: argsArray[at][0], text: '' });
    const last = drawn.at(-1);
    if (operator !== OPS.showText || !last) continue;
    last.text += argsArray[at][0].map((/** @type {any} */ glyph) => glyph.unicode ?? '').join('');
  }
  return drawn;
}

/** @param {any} node @param {Map<string, string>} marked */
function collect(node, marked) {
  const contents = node.children?.filter((/** @type {any} */ child) => child.type === 'content') ?? [];
  if (contents.length > 0) {
    const text = contents.map((/** @type {any} */ child) => marked.get(child.id) ?? '').join('');
    // pdf.js puts a space between texts that are apart.
    structure.push({ role: node.role, text: text.trim(), ...(node.alt !== undefined && { actual: node.alt }) });
  }
  for (const child of node.children ?? []) if (child.type !== 'content') collect(child, marked);
}

/** The actual texts of drawn content, in file order, which pdf.js leaves out. */
const stated = [...file.toString('latin1').matchAll(/stream\r?\n([^]*?)\r?\nendstream/g)].flatMap(([, stream = '']) => {
  const bytes = Buffer.from(stream, 'latin1');
  // Fonts aren't compressed like content, or have no such marks.
  const content = bytes[0] === 0x78 ? zlib.inflateSync(bytes).toString('latin1') : '';
  return [...content.matchAll(/\/Span <<\s*\/ActualText \(((?:\\[^]|[^\\)])*)\)/g)].map(([, text = '']) =>
    textOf(text),
  );
});

/** @param {string} literal a string of a PDF, in UTF-16 if it begins with its mark */
function textOf(literal) {
  const escapes = new Map([
    ['n', '\n'],
    ['r', '\r'],
    ['t', '\t'],
    ['b', '\b'],
    ['f', '\f'],
  ]);
  const bytes = Buffer.from(
    literal.replace(/\\([^])/g, (_, letter) => escapes.get(letter) ?? letter),
    'latin1',
  );
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? bytes.subarray(2).swap16().toString('utf16le')
    : bytes.toString('latin1');
}

const { Title: title, Language: language } = /** @type {any} */ (info);
const isMarked = (await document.getMarkInfo())?.Marked === true;
process.stdout.write(JSON.stringify({ title, language, marked: isMarked, pages, structure, stated }));
