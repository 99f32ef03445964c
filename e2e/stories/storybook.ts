/** The built Storybook: its stories, and a server of its files on loopback. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { repository } from '../support/repository';

const built = path.join(repository, 'shared-ui', '.cache', 'storybook');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface StoryEntry {
  id: string;
  /** `Fields/TextInput`. */
  title: string;
  /** `Long Text`. */
  name: string;
}

/** All stories, by their component. */
export function storiesByTitle(): Map<string, StoryEntry[]> {
  const { entries } = JSON.parse(fs.readFileSync(path.join(built, 'index.json'), 'utf8')) as {
    entries: Record<string, StoryEntry>;
  };
  const byTitle = new Map<string, StoryEntry[]>();
  for (const story of Object.values(entries)) byTitle.set(story.title, [...(byTitle.get(story.title) ?? []), story]);
  return byTitle;
}

/** Serves the files of the build. The caller closes it. */
export function serveStorybook(): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = path.join(built, path.normalize(pathname === '/' ? '/index.html' : pathname));
    if (!file.startsWith(built) || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    // The names of scripts contain the hash of their content.
    const cache = file.endsWith('.bundle.js') ? 'max-age=3600, immutable' : 'no-store';
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'text/plain', 'cache-control': cache });
    fs.createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, close: () => server.close() });
    });
  });
}
