/** Serves immutable files. Compresses each file once, keeps it in memory, and lets browsers cache it permanently. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import mime from 'mime';

type Encoding = 'br' | 'gzip' | 'identity';

/** Content types that compression makes smaller. */
const COMPRESSIBLE = /^text\/|^application\/(json|wasm)$|^image\/svg\+xml$/;

/** Content types of UTF-8 text. */
const TEXT = /^text\/|^application\/json$/;

/** Compresses nearly as well as the best quality in a tenth of the time. The first caller waits for it. */
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
  /** Identifies the content permanently, e.g. `mf-hours/1.0.0/main.js`. */
  key: string;
  path: string;
  /** Whether shared caches between browser and server may store it. */
  scope: 'public' | 'private';
  load(): Promise<Buffer | undefined>;
}

export interface FileServer {
  /** Sends the file. Returns false, and sends nothing, when the file doesn't exist. */
  serve(request: FastifyRequest, reply: FastifyReply, file: FileToServe): Promise<boolean>;
}

export function fileServer(): FileServer {
  // Simultaneous requests share one load. Failures and missing files are not cached.
  const cache = new LRUCache<string, Buffer, () => Promise<Buffer | undefined>>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (content, key) => content.length + key.length,
    fetchMethod: (_key, _stale, { context: load }) => load(),
  });

  const read = (file: FileToServe, encoding: Encoding): Promise<Buffer | undefined> =>
    cache.fetch(`${encoding} ${file.key}`, {
      context: async () => {
        if (encoding === 'identity') return file.load();
        const content = await read(file, 'identity');
        return content && encode(content, encoding);
      },
    });

  return {
    async serve(request, reply, file) {
      const type = mime.getType(file.path) ?? 'application/octet-stream';
      const compressible = COMPRESSIBLE.test(type);
      const accepted = request.headers['accept-encoding'] ?? '';
      const encoding: Encoding = (compressible && negotiate(accepted, ['br', 'gzip'])) || 'identity';
      const content = await read(file, encoding);
      if (!content) return false;
      if (compressible) reply.header('vary', 'accept-encoding');
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      await reply
        .type(TEXT.test(type) ? `${type}; charset=utf-8` : type)
        .header('cache-control', `${file.scope}, max-age=${A_YEAR}, immutable`)
        .send(content);
      return true;
    },
  };
}
