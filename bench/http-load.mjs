// @ts-check
/**
 * Sends requests as fast as a server responds. Uses raw sockets, because Node's HTTP client would be slower than the
 * server.
 */
import net from 'node:net';

/** @typedef {{path: string, headers?: Record<string, string>}} Ask the request that one connection repeats */

/**
 * @param {number} port
 * @param {Ask} ask
 * @param {() => boolean} isOver
 * @param {() => void} answered
 * @returns {Promise<void>} settles after the last response
 */
function keepAsking(port, { path, headers = {} }, isOver, answered) {
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return new Promise((resolve, reject) => {
    let read = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request));
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The server closed the connection')));
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
      const body = read.indexOf('\r\n\r\n') + 4;
      if (body < 4) return;
      const [, length] = /\r\ncontent-length: (\d+)\r\n/i.exec(read) ?? [];
      if (!read.startsWith('HTTP/1.1 200 ') || length === undefined) {
        reject(new Error(`${path} answered ${read}`));
        socket.destroy();
        return;
      }
      if (read.length < body + Number(length)) return;
      read = '';
      answered();
      if (!isOver()) {
        socket.write(request);
        return;
      }
      resolve();
      socket.destroy();
    });
  });
}

/**
 * @param {number} port
 * @param {Ask[]} asks one for each connection
 * @param {number} seconds
 * @returns {Promise<number>} responses per second
 * @throws if a response is not 200
 */
export async function answersPerSecond(port, asks, seconds) {
  let count = 0;
  const begin = performance.now();
  const elapsed = () => (performance.now() - begin) / 1000;
  await Promise.all(
    asks.map((ask) =>
      keepAsking(
        port,
        ask,
        () => elapsed() >= seconds,
        () => (count += 1),
      ),
    ),
  );
  return count / elapsed();
}
