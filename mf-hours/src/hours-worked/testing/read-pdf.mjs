// @ts-check
/** Prints a PDF as JSON, as pdf.js reads it: `node read-pdf.mjs report.pdf`. */
import fs from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const data = new Uint8Array(fs.readFileSync(process.argv[2] ?? ''));
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
  pages.push({ width, height, items: texts });
  const tree = await page.getStructTree();
  if (tree) collect(tree, marked);
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

const { Title: title, Language: language } = /** @type {any} */ (info);
const isMarked = (await document.getMarkInfo())?.Marked === true;
process.stdout.write(JSON.stringify({ title, language, marked: isMarked, pages, structure }));
