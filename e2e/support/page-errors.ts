/**
 * Detects uncaught errors and content security policy violations. `test` watches every page of every journey, so any of
 * them fails the journey.
 */
import type { Browser, BrowserContext, ConsoleMessage, WebError } from '@playwright/test';

export interface PageErrors {
  /** Names an error that the journey provokes on purpose. The journey fails if it doesn't happen. */
  expect: (error: RegExp) => void;
  /** All errors so far, including expected ones. */
  found: () => readonly string[];
}

export interface WatchedErrors extends PageErrors {
  /** Errors that the journey doesn't expect. */
  unexpected: () => readonly string[];
  /** Expected errors that didn't happen. */
  missing: () => readonly string[];
  stop: () => void;
}

/** Prefix of messages that the page logs about violations. */
const REFUSAL = 'Refused by the policy: ';

/** Errors of the console about what is refused without an event: frames, and scripts whose text was written as HTML. */
const REFUSED_WITHOUT_EVENT = /frame-ancestors|HTMLScriptElement was directly modified/;

/** Runs in every document before its own scripts. An error in the console names no directive of Trusted Types, but this event does. */
function logRefusals(begin: string): void {
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
      console.debug(`${begin}${effectiveDirective}: ${blockedURI} (${sourceFile}:${lineNumber}) ${sample}`);
    },
  );
}

/** Watches the pages of all contexts that the browser has from now on. */
export function watchPageErrors(browser: Browser): WatchedErrors {
  const found: string[] = [];
  const expected: RegExp[] = [];
  const onError = (thrown: WebError): void => {
    const error = thrown.error();
    // A syntax error has no stack.
    found.push(error.stack || `${error.name}: ${error.message}`);
  };
  const onMessage = (message: ConsoleMessage): void => {
    const text = message.text();
    const hasNoEvent = message.type() === 'error' && REFUSED_WITHOUT_EVENT.test(text);
    if (text.startsWith(REFUSAL) || hasNoEvent) found.push(text);
  };
  const watch = (context: BrowserContext): void => {
    context.on('weberror', onError);
    context.on('console', onMessage);
    // Playwright sends it before anything that opens a page of the context.
    void context.addInitScript(logRefusals, REFUSAL);
  };
  browser.on('context', watch);
  return {
    expect: (error) => void expected.push(error),
    found: () => found,
    unexpected: () => found.filter((error) => !expected.some((one) => one.test(error))),
    missing: () => expected.filter((one) => !found.some((error) => one.test(error))).map(String),
    stop: () => void browser.off('context', watch),
  };
}
