/** Serves immutable files. Compresses each file once, keeps it in memory, and lets browsers cache it permanently. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import mime from 'mime';

type Compression = 'br' | 'gzip';

/** Content types that compression makes smaller. */
const COMPRESSIBLE = /^text\/|^application\/(json|wasm)$|^image\/svg\+xml$/;

/** Content types of UTF-8 text. */
const TEXT = /^text\/|^application\/json$/;

/**
 * The first caller waits for it. On the shell and 2 modules (2.9 MB) it takes a quarter of the time of level 9, whose
 * result is 5 % larger, and a third of the time of level 11, whose result is 2 % smaller.
 */
const BROTLI_QUALITY = 10;

async function compress(content: Buffer, encoding: Compression): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(content, { level: 9 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return promisify(brotliCompress)(content, { params });
}

/** Maximum size of each cache. */
const CACHE_BYTES = 64_000_000;
const A_YEAR = 31_536_000;

interface Source {
  content: Buffer;
  encoding: Compression;
}

/** Compressed contents by their digest. They depend on nothing else, so the servers of one process share them. */
const compressed = new LRUCache<string, Buffer, Source>({
  maxSize: CACHE_BYTES,
  sizeCalculation: (content, key) => content.length + key.length,
  fetchMethod: (_key, _stale, { context: { content, encoding } }) => compress(content, encoding),
});

interface LoadedFile {
  content: Buffer;
  digest: string;
}

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
  const files = new LRUCache<string, LoadedFile, FileToServe>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ content }, key) => content.length + key.length,
    fetchMethod: async (_key, _stale, { context: file }) => {
      const content = await file.load();
      return content && { content, digest: createHash('sha256').update(content).digest('base64') };
    },
  });

  const read = async (file: FileToServe, encoding: Compression | undefined): Promise<Buffer | undefined> => {
    const loaded = await files.fetch(file.key, { context: file });
    if (!loaded || !encoding) return loaded?.content;
    const { content, digest } = loaded;
    return compressed.fetch(`${encoding} ${digest}`, { context: { content, encoding } });
  };

  return {
    async serve(request, reply, file) {
      const type = mime.getType(file.path) ?? 'application/octet-stream';
      const compressible = COMPRESSIBLE.test(type);
      const accepted = request.headers['accept-encoding'] ?? '';
      const encoding = (compressible && negotiate<Compression>(accepted, ['br', 'gzip'])) || undefined;
      const content = await read(file, encoding);
      if (!content) return false;
      if (compressible) reply.header('vary', 'accept-encoding');
      if (encoding) reply.header('content-encoding', encoding);
      await reply
        .type(TEXT.test(type) ? `${type}; charset=utf-8` : type)
        .header('cache-control', `${file.scope}, max-age=${A_YEAR}, immutable`)
        .send(content);
      return true;
    },
  };
}
