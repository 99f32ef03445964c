/** HAProxy before consoles, with the rules of `deploy/haproxy.cfg`. */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { canInstall, findProgram, installPackages } from 'tools/programs';
import { freePort } from 'tools/test-system';
import { repository } from './repository';

export interface Balancer {
  url: string;
  /** Sends new requests to these consoles. Resolves once HAProxy answers. */
  routeTo(urls: readonly string[]): Promise<void>;
  stop(): void;
}

/** The defaults and the backend of the file that operators use, for servers with addresses instead of names. */
function configuration(port: number, urls: readonly string[]): string {
  const file = fs.readFileSync(path.join(repository, 'deploy', 'haproxy.cfg'), 'utf8');
  const section = (name: string): string => new RegExp(`^${name}[^]*?(?=^\\S|(?![^]))`, 'm').exec(file)?.[0] ?? '';
  const servers = urls.map((url, index) => `    server console-${index} 127.0.0.1:${new URL(url).port}`);
  const backend = section('backend console')
    .replace(/^ *server-template .*$/m, servers.join('\n'))
    .replace(/ resolvers containers init-addr libc,none/, '')
    // By turns: with few requests, all could go to the console that finished its last one first.
    .replace('balance leastconn', 'balance roundrobin')
    // On a machine that runs other tests, an answer to a check may be late many times.
    .replace(/ fall 2 /, ' fall 30 ');
  return `${section('defaults')}\nfrontend http\n    bind 127.0.0.1:${port}\n    option forwardfor\n    default_backend console\n\n${backend}`;
}

/** @param folder for its configuration */
export async function startBalancer(folder: string): Promise<Balancer> {
  if (findProgram('haproxy') === undefined && canInstall()) await installPackages(['haproxy']);
  const program = findProgram('haproxy');
  if (program === undefined) throw new Error('HAProxy is missing: apt-get install haproxy');
  const port = await freePort();
  const file = path.join(folder, 'haproxy.cfg');
  let running: ChildProcess | undefined;
  return {
    url: `http://localhost:${port}`,
    async routeTo(urls) {
      fs.writeFileSync(file, configuration(port, urls));
      // A new process takes over the port; the former one finishes its connections and ends.
      const former = running?.pid === undefined ? [] : ['-sf', String(running.pid)];
      const next = spawn(program, ['-q', '-db', '-f', file, ...former], { stdio: ['ignore', 'ignore', 'inherit'] });
      running = next;
      for (;;) {
        if (next.exitCode !== null) throw new Error(`HAProxy ended with ${next.exitCode}`);
        const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
        if (answer?.status === 200) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    stop() {
      running?.kill('SIGKILL');
    },
  };
}
