/** Describes an error for a report: the message without user input, the file and the module. Pure. */
import { isApiError } from 'shared-api';

const MAX_MESSAGE_LENGTH = 500;
const MAX_SOURCE_LENGTH = 200;

/** A stack frame with a file: `at draw (https://…/a.js:1:2)`, `draw@https://…/a.js:1:2`, `at https://…:1:2`. */
const FRAME = /(?:^\s*at |@|\()([a-z-]+:\/\/[^\s()]+?):(\d+):(\d+)\)?\s*$/;
/** The path of a version's files. `%2B` is the `+` before a build's hash. */
const MODULE_FILE = /^\/modules\/([^/]+)\/([^/]+)\/./;

interface Frame {
  url: URL;
  line: string | number;
  column: string | number;
}

export interface DescribedError {
  message: string;
  /** `file.js:12:7` of the top stack frame; empty without one. */
  source: string;
  /** The module of the top stack frame; null without one. */
  module: { name: string; version: string } | null;
  /** True if the stack contains a file of another origin: a browser extension, or a developer's machine. */
  foreign: boolean;
}

/** Position of an error, as in an `ErrorEvent`. */
export interface ErrorPosition {
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

/** Replaces URLs with their file names and removes the text that a parser failed on. */
function withoutContent(text: string): string {
  return text
    .replace(/\b[a-z-]+:\/\/[^\s"'()<>]+/g, (address) => (URL.canParse(address) ? fileOf(new URL(address)) : ''))
    .replace(/(\.{3})?"[^]*"(\.{3})? is not valid JSON/, 'the text is not valid JSON');
}

/** The message of an error, or only the type of a thrown value that isn't an error. */
function messageOf(error: unknown): string {
  if (error instanceof Error) return `${error.name}: ${withoutContent(error.message)}`;
  // A rejection's message comes from the server and can name people.
  if (isApiError(error)) return `ApiError: ${error.code} (${error.status})`;
  return `Thrown without being an error: ${error === null ? 'null' : typeof error}`;
}

function positionAsFrame({ filename, lineno, colno }: ErrorPosition): Frame[] {
  return URL.canParse(filename) ? [{ url: new URL(filename), line: lineno, column: colno }] : [];
}

/**
 * @param origin the page's origin. Only its files are assigned to modules.
 * @param place the position of errors without a stack, such as a file that can't be parsed
 */
export function describeError(error: unknown, origin: string, place?: ErrorPosition): DescribedError {
  const inStack = error instanceof Error ? framesOf(error.stack ?? '') : [];
  const frames = inStack.length === 0 && place ? positionAsFrame(place) : inStack;
  const [top] = frames;
  const [, name, version] =
    frames
      .filter(({ url }) => url.origin === origin)
      .map(({ url }) => MODULE_FILE.exec(url.pathname))
      .find((match) => match !== null) ?? [];
  return {
    message: messageOf(error).slice(0, MAX_MESSAGE_LENGTH),
    source: top ? `${fileOf(top.url)}:${top.line}:${top.column}`.slice(0, MAX_SOURCE_LENGTH) : '',
    module: name && version ? { name, version: version.replace(/%2b/i, '+') } : null,
    foreign: frames.some(({ url }) => url.origin !== origin),
  };
}
