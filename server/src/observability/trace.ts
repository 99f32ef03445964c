/**
 * What is measured for whoever follows traces, apart from the library that sends them: without a collector that library is
 * never loaded, and this costs a look at an empty store.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Refusal } from '../http/refusal.js';

export type SpanKind = 'server' | 'client' | 'internal';
/** Never what people typed, ids of people, bodies, headers or query strings. */
export type Attributes = Record<string, string | number>;

/** A piece of work in a trace. */
export interface Span {
  child(name: string, kind: SpanKind, attributes?: Attributes): Span;
  set(attributes: Attributes): void;
  end(how: { failed: boolean }): void;
}

/** Headers by which a caller hands its trace on: https://www.w3.org/TR/trace-context/ */
export interface TraceHeaders {
  traceparent?: string | undefined;
  tracestate?: string | undefined;
}

export interface Tracing {
  /** Begins a trace, or goes on with the caller's. */
  begin(name: string, kind: SpanKind, attributes?: Attributes, caller?: TraceHeaders): Span;
  /** Sends what has not been sent, for some seconds at most. */
  stop(): Promise<void>;
}

const current = new AsyncLocalStorage<Span | undefined>();

/** Runs the work as a part of the span. Undefined: of none, whatever is going on around it. */
export function within<T>(span: Span | undefined, work: () => T): T {
  return current.run(span, work);
}

/** Runs the work within the span and ends it. A refusal is an answer, not a failure. */
export async function runIn<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await within(span, work);
    span.end({ failed: false });
    return result;
  } catch (error) {
    if (error instanceof Error) span.set({ 'error.type': error.constructor.name });
    span.end({ failed: !(error instanceof Refusal) });
    throw error;
  }
}

/** Runs the work as a piece of whatever is traced now, if anything is. */
export function traced<T>(name: string, kind: SpanKind, work: () => Promise<T>, attributes?: Attributes): Promise<T> {
  const span = current.getStore();
  return span ? runIn(span.child(name, kind, attributes), work) : work();
}
