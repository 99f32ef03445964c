/**
 * Tracing without the library that exports traces. Without a collector that library is never loaded, and tracing only
 * costs one read of an empty store.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../errors/app-error.js';

export type SpanKind = 'server' | 'client' | 'internal';
/** Must not contain typed text, people's ids, bodies, headers or query strings. */
export type Attributes = Record<string, string | number>;

/** One operation in a trace. */
export interface Span {
  child(name: string, kind: SpanKind, attributes?: Attributes): Span;
  set(attributes: Attributes): void;
  end(how: { failed: boolean }): void;
}

/** Headers that pass on a caller's trace: https://www.w3.org/TR/trace-context/ */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

export interface Tracing {
  /** Starts a trace, or continues the caller's. */
  begin(name: string, kind: SpanKind, attributes?: Attributes, caller?: TraceHeaders): Span;
  /** Sends the remaining spans. Takes at most a few seconds. */
  stop(): Promise<void>;
}

const current = new AsyncLocalStorage<Span | undefined>();

/** Runs the work inside the span. With undefined it runs outside any span. */
export function withSpan<T>(span: Span | undefined, work: () => T): T {
  return current.run(span, work);
}

/** Runs the work in the span and ends it. An `AppError` does not count as a failure. */
export async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await withSpan(span, work);
    span.end({ failed: false });
    return result;
  } catch (error) {
    if (error instanceof Error) span.set({ 'error.type': error.constructor.name });
    span.end({ failed: !(error instanceof AppError) });
    throw error;
  }
}

/** Runs the work in a child of the current span, if there is one. */
export function traced<T>(name: string, kind: SpanKind, work: () => Promise<T>, attributes?: Attributes): Promise<T> {
  const span = current.getStore();
  return span ? runInSpan(span.child(name, kind, attributes), work) : work();
}
