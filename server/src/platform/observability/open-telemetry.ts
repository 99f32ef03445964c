/**
 * Traces in OpenTelemetry's format, sent by OTLP over HTTP. Its packages are loaded only if a collector is configured.
 */
import type { Span as OtelSpan, SpanContext } from '@opentelemetry/api';
import { RELEASE } from '../config/release.js';
import type { Attributes, Span, SpanKind, TraceHeaders, Tracing } from './trace.js';

export interface TracingConfig {
  /** Address of the collector. Traces are sent to `v1/traces` below it. */
  endpoint: string;
  /** Headers of every batch, e.g. the collector's token. */
  headers: Record<string, string>;
  /** Name of this server at the collector. */
  serviceName: string;
  /**
   * Share of the traces started here that is sent, from 0 to 1. A trusted caller's trace is sent if the caller sampled
   * it.
   */
  share: number;
  /** True if our own proxy writes `traceparent`. Otherwise strangers could decide which traces are sent. */
  trustsCallers: boolean;
}

/** Timeout for sending a batch, also for the last one at shutdown, in milliseconds. */
const ANSWER_MS = 3000;

/** The caller's span. Undefined when the header is absent or invalid. */
export function callersSpan({ traceparent = '' }: TraceHeaders): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(traceparent) ?? [];
  const isValid = /[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(spanId) && !traceparent.startsWith('ff');
  return isValid ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true } : undefined;
}

export async function openTracing(config: TracingConfig): Promise<Tracing> {
  const { endpoint, headers, serviceName, share, trustsCallers } = config;
  const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const url = new URL('v1/traces', endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: ANSWER_MS });
  const provider = new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': RELEASE }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { exportTimeoutMillis: ANSWER_MS })],
  });
  const tracer = provider.getTracer('practice-console');
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  } satisfies Record<SpanKind, number>;

  const spanOver = (otel: OtelSpan): Span => ({
    child(name, kind, attributes = {}) {
      const around = api.trace.setSpan(api.ROOT_CONTEXT, otel);
      return spanOver(tracer.startSpan(name, { kind: kinds[kind], attributes }, around));
    },
    set: (attributes: Attributes) => void otel.setAttributes(attributes),
    end({ failed }) {
      if (failed) otel.setStatus({ code: api.SpanStatusCode.ERROR });
      otel.end();
    },
  });

  return {
    begin(name, kind, attributes = {}, caller = {}) {
      const from = trustsCallers ? callersSpan(caller) : undefined;
      const { tracestate } = caller;
      const state = from && tracestate !== undefined ? { traceState: api.createTraceState(tracestate) } : {};
      const around = from ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...from, ...state }) : api.ROOT_CONTEXT;
      return spanOver(tracer.startSpan(name, { kind: kinds[kind], attributes }, around));
    },
    async stop() {
      // An unresponsive collector must not delay the shutdown.
      const patience = new AbortController();
      const waited = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ANSWER_MS);
        patience.signal.addEventListener('abort', () => clearTimeout(timer));
      });
      await Promise.race([provider.shutdown().catch(() => undefined), waited]);
      patience.abort();
    },
  };
}
