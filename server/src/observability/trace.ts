/**
 * Tracing without the library that exports traces. Without a collector that library is never loaded, and tracing costs
 * one read of an empty store.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError } from '../http/app-error.js';

export type SpanKind = 'server' | 'client' | 'internal';
/** Never what people typed, ids of people, bodies, headers or query strings. */
export type Attributes = Record<string, string | number>;

/** A piece of work in a trace. */
export interface Span {
  child(name: string, kind: SpanKind, attributes?: Attributes): Span;
  set(attributes: Attributes): void;
  end(how: { failed: boolean }): void;
}

/** Headers in which a caller passes its trace on: https://www.w3.org/TR/trace-context/ */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

export interface Tracing {
  /** Starts a trace, or continues the caller's. */
  begin(name: string, kind: SpanKind, attributes?: Attributes, caller?: TraceHeaders): Span;
  /** Sends what has not been sent, for some seconds at most. */
  stop(): Promise<void>;
}

const current = new AsyncLocalStorage<Span | undefined>();

/** Runs the work inside the span; undefined runs it outside any span. */
export function withSpan<T>(span: Span | undefined, work: () => T): T {
  return current.run(span, work);
}

/** Runs the work in the span and ends it. An `AppError` is an answer, not a failure. */
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
