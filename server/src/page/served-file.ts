/** Answers files that never change under their name: compressed once, kept in memory, cached by browsers for good. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { boundedCache } from './bounded-cache.js';

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
};

/** Those that compressing makes smaller. */
const compressible = new Set(['js', 'mjs', 'css', 'html', 'json', 'map', 'txt', 'svg', 'wasm']);

function extensionOf(path: string): string {
  return /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

export function contentTypeOf(path: string): string {
  return types[extensionOf(path)] ?? 'application/octet-stream';
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** The best encoding that an `Accept-Encoding` header takes; one with `q=0` is refused. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepted = new Map<string, number>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(';');
    const quality = /q=([\d.]+)/.exec(parameters.join(';'))?.[1];
    accepted.set(name.trim(), quality === undefined ? 1 : Number(quality));
  }
  const takes = (name: string): boolean => (accepted.get(name) ?? accepted.get('*') ?? 0) > 0;
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : 'identity';
}

/** Nearly as small as the best quality, in a tenth of its time: the first person waits for it. */
const BROTLI_QUALITY = 9;

async function encode(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content, { level: 9 });
  if (encoding === 'identity') return content;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return promisify(brotliCompress)(content, { params });
}

const CACHE_BYTES = 128_000_000;
const A_YEAR = 31_536_000;

export interface FileToServe {
  /** Names the content for ever, e.g. `mf-hours/1.0.0/main.js`. */
  key: string;
  path: string;
  /** Whether caches between browser and server may keep it. */
  scope: 'public' | 'private';
  load(): Promise<Buffer | undefined>;
}

export interface FileServer {
  /** Answers the file; false when there is none, with nothing answered. */
  serve(request: FastifyRequest, reply: FastifyReply, file: FileToServe): Promise<boolean>;
}

/** Thrown inside the cache, so that files that do not exist are not kept. */
class NoSuchFile extends Error {}

export function fileServer(): FileServer {
  const cache = boundedCache<Buffer>(CACHE_BYTES, (content) => content.length);

  const plain = (file: FileToServe): Promise<Buffer> =>
    cache.get(`identity ${file.key}`, async () => {
      const content = await file.load();
      if (!content) throw new NoSuchFile();
      return content;
    });

  return {
    async serve(request, reply, file) {
      const worthIt = compressible.has(extensionOf(file.path));
      const encoding = worthIt ? encodingFor(request.headers['accept-encoding']) : 'identity';
      let content: Buffer;
      try {
        content =
          encoding === 'identity'
            ? await plain(file)
            : await cache.get(`${encoding} ${file.key}`, async () => encode(await plain(file), encoding));
      } catch (error) {
        if (error instanceof NoSuchFile) return false;
        throw error;
      }
      if (worthIt) reply.header('vary', 'accept-encoding');
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      await reply
        .type(contentTypeOf(file.path))
        .header('cache-control', `${file.scope}, max-age=${A_YEAR}, immutable`)
        .send(content);
      return true;
    },
  };
}
