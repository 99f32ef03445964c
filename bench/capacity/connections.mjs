// @ts-check
/** A light HTTP client on raw sockets, which keeps its connections open like a load balancer. */
import net from 'node:net';

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string} body empty unless it was asked for
 */

/**
 * @typedef {object} Connections
 * @property {(request: string, withBody?: boolean) => Promise<Answer>} send sends the text of a request on a free connection
 * @property {() => void} close
 */

const HEAD_END = '\r\n\r\n';

/** Reads one response after another from a connection. */
class Connection {
  #socket;
  /** @type {{resolve: (answer: Answer) => void, reject: (error: Error) => void, withBody: boolean} | undefined} */
  #waiting;
  /** @type {Buffer[]} */
  #chunks = [];
  #received = 0;
  /** Bytes of the head and of the whole response; 0 until the head has arrived. */
  #head = 0;
  #length = 0;
  #status = 0;

  /** @param {number} port @param {(connection: Connection) => void} onEnd */
  constructor(port, onEnd) {
    this.#socket = net.connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => {
      this.#fail(new Error('The server closed the connection'));
      onEnd(this);
    });
  }

  /** @param {string} request @param {boolean} withBody @returns {Promise<Answer>} */
  send(request, withBody) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, withBody };
      this.#socket.write(request);
    });
  }

  close() {
    this.#socket.destroy();
  }

  /** @param {Error} error */
  #fail(error) {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  /** @param {Buffer} chunk */
  #read(chunk) {
    this.#chunks.push(chunk);
    this.#received += chunk.length;
    if (this.#length === 0 && !this.#readHead()) return;
    if (this.#received < this.#length) return;
    const waiting = this.#waiting;
    const body = waiting?.withBody ? Buffer.concat(this.#chunks).toString('utf8', this.#head, this.#length) : '';
    const answer = { status: this.#status, body };
    this.#waiting = undefined;
    this.#chunks = [];
    this.#received = 0;
    this.#length = 0;
    waiting?.resolve(answer);
  }

  /** @returns {boolean} whether the head is complete */
  #readHead() {
    const start = (this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks))?.toString('latin1') ?? '';
    const end = start.indexOf(HEAD_END);
    if (end < 0) return false;
    const head = start.slice(0, end);
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
    if (length === undefined) {
      this.#fail(new Error(`An answer has no length: ${head}`));
      this.close();
      return false;
    }
    this.#status = Number(head.slice(9, 12));
    this.#head = end + HEAD_END.length;
    this.#length = this.#head + Number(length);
    return true;
  }
}

/** @param {number} port @returns {Connections} */
export function openConnections(port) {
  /** @type {Connection[]} */
  const idle = [];
  /** @type {Set<Connection>} */
  const all = new Set();
  const forget = (/** @type {Connection} */ connection) => {
    all.delete(connection);
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
  };
  const open = () => {
    const connection = new Connection(port, forget);
    all.add(connection);
    return connection;
  };
  return {
    async send(request, withBody = false) {
      const connection = idle.pop() ?? open();
      const answer = await connection.send(request, withBody);
      if (all.has(connection)) idle.push(connection);
      return answer;
    },
    close() {
      for (const connection of all) connection.close();
    },
  };
}
