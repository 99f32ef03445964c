/** Leaving a page while its scripts load doesn't count as a module fault. */
import http from 'node:http';
import { expectText } from './find';
import { expect, test } from './test';

/**
 * Forwards requests to a console, and holds page scripts.
 *
 * @returns its URL, the number of held scripts, and a function that releases them
 */
async function holdScripts(target: string) {
  const held: (() => void)[] = [];
  let holding = false;
  const server = http.createServer((request, response) => {
    const pass = (): void => {
      const { hostname, port, host, origin } = new URL(target);
      const headers = { ...request.headers, host, ...(request.headers.origin && { origin }) };
      const passed = http.request({ hostname, port, path: request.url, method: request.method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    };
    if (holding && /^\/modules\/.*\.js$/.test(request.url ?? '')) held.push(pass);
    else pass();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    // The sign-in cookie applies to every port of the host.
    url: `http://localhost:${port}`,
    held: () => held.length,
    hold: () => {
      holding = true;
    },
    release: () => {
      holding = false;
      for (const pass of held.splice(0)) pass();
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

test('counts no fault when a page is left while its scripts load', async ({ window, console, signIn }) => {
  const proxy = await holdScripts(console.url);
  try {
    await signIn('owner', '/');
    await window.goto(`${proxy.url}/settings/1/overview`);
    await expectText(window, 'Needs attention');
    for (let time = 0; time < 3; time += 1) {
      proxy.hold();
      await window.evaluate(`(() => { location.assign('/settings/1/practice/provider-hours'); return true; })()`);
      await expect.poll(proxy.held).toBeGreaterThan(0);
      await window.evaluate(`(() => { location.assign('/settings/1/overview?time=${time}'); return true; })()`);
      proxy.release();
      await expectText(window, 'Needs attention');
    }
    await window.goto(`${proxy.url}/settings/1/practice/provider-hours`);
    await expect.poll(() => window.evaluate<boolean>(`document.querySelector('[role=grid]') !== null`)).toBe(true);
    await window.goto(`${proxy.url}/settings/1/overview`);
    await expect
      .poll(async () => (await console.sql("select 1 from module_visits where module = 'mf-hours'")).length)
      .toBeGreaterThan(0);
    expect(await console.sql('select module, failures from module_visits where failures > 0')).toEqual([]);
    expect(await console.sql('select module, message from browser_errors')).toEqual([]);
  } finally {
    proxy.release();
    await proxy.close();
  }
});
