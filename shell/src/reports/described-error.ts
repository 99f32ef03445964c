/** What a report says of an error: its message without what people typed, and where in whose files it happened. Pure. */
import { isApiError } from 'shared-api';

const LONGEST_MESSAGE = 500;
const LONGEST_SOURCE = 200;

/** A line of a stack that names a file: `at draw (https://…/a.js:1:2)`, `draw@https://…/a.js:1:2`, `at https://…:1:2`. */
const FRAME = /(?:^\s*at |@|\()([a-z-]+:\/\/[^\s()]+?):(\d+):(\d+)\)?\s*$/;
/** Below which files of a version are served; `%2B` is the `+` of a build's hash. */
const MODULE_FILE = /^\/modules\/([^/]+)\/([^/]+)\/./;

interface Frame {
  url: URL;
  line: string | number;
  column: string | number;
}

export interface DescribedError {
  message: string;
  /** `file.js:12:7` of the uppermost frame; empty when the error names none. */
  source: string;
  /** The module whose file stands uppermost in the stack; null when there is none. */
  module: { name: string; version: string } | null;
  /** True when a file of another origin is in the stack: a browser's extension, or a developer's own machine. */
  foreign: boolean;
}

/** Where the browser says that an error was, as an `ErrorEvent` has it. */
export interface ErrorPlace {
  filename: string;
  lineno: number;
  colno: number;
}

const fileOf = ({ pathname }: URL): string => pathname.split('/').at(-1) ?? '';

function framesOf(stack: string): Frame[] {
  return stack.split('\n').flatMap((text) => {
    const [, address = '', line = '', column = ''] = FRAME.exec(text) ?? [];
    return URL.canParse(address) ? [{ url: new URL(address), line, column }] : [];
  });
}

/** A text without addresses, of which the file's name is left, and without the text that a parser stumbled over. */
function withoutContent(text: string): string {
  return text
    .replace(/\b[a-z-]+:\/\/[^\s"'()<>]+/g, (address) => (URL.canParse(address) ? fileOf(new URL(address)) : ''))
    .replace(/(\.{3})?"[^]*"(\.{3})? is not valid JSON/, 'the text is not valid JSON');
}

/** An error's own words; of what is thrown without being an error, only what it is. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${withoutContent(error.message)}`;
  // Words of a refusal are the server's, and may name people.
  if (isApiError(error)) return `ApiError: ${error.code} (${error.status})`;
  return `Thrown without being an error: ${error === null ? 'null' : typeof error}`;
}

function placeAsFrame({ filename, lineno, colno }: ErrorPlace): Frame[] {
  return URL.canParse(filename) ? [{ url: new URL(filename), line: lineno, column: colno }] : [];
}

/**
 * @param origin of the page; only its files are told apart by module
 * @param place for what has no stack, such as a file that cannot be parsed
 */
export function describeError(error: unknown, origin: string, place?: ErrorPlace): DescribedError {
  const inStack = error instanceof Error ? framesOf(error.stack ?? '') : [];
  const frames = inStack.length === 0 && place ? placeAsFrame(place) : inStack;
  const [top] = frames;
  const [, name, version] =
    frames
      .filter(({ url }) => url.origin === origin)
      .map(({ url }) => MODULE_FILE.exec(url.pathname))
      .find((match) => match !== null) ?? [];
  return {
    message: messageOf(error).slice(0, LONGEST_MESSAGE),
    source: top ? `${fileOf(top.url)}:${top.line}:${top.column}`.slice(0, LONGEST_SOURCE) : '',
    module: name && version ? { name, version: version.replace(/%2b/i, '+') } : null,
    foreign: frames.some(({ url }) => url.origin !== origin),
  };
}
