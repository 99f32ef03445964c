/** A WebSocket connection to the server that reconnects with increasing delays. */
import { AGENT_PATH, type FromAgent, HEARTBEAT_SECONDS, type ToAgent, toAgent } from 'shared-api/agent';
import { WebSocket } from 'ws';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** The status of the WebSocket handshake for an unknown token. */
const UNAUTHORIZED = 401;

export interface ConnectionEvents {
  /** Called when the connection is open, before any message. */
  opened(): void;
  onMessage(message: ToAgent): void;
  closed(): void;
}

export interface Connection {
  readonly state: 'connecting' | 'open' | 'waiting' | 'refused' | 'ended';
  /** @returns false if the connection is not open. The message is not stored for later. */
  send(message: FromAgent): boolean;
  /** Breaks the connection, like a network error. It reconnects. */
  drop(): void;
  /** Closes the connection without a reconnect. */
  end(): void;
}

/** @param server origin of the console, `http:` or `https:` */
export function connect(server: string, token: string, events: ConnectionEvents): Connection {
  const url = new URL(AGENT_PATH, server);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  let socket: WebSocket | undefined;
  let state: Connection['state'] = 'connecting';
  let pause = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  const send = (message: FromAgent): boolean => {
    if (state !== 'open' || !socket) return false;
    socket.send(JSON.stringify(message));
    return true;
  };

  const again = (): void => {
    clearInterval(heartbeat);
    if (state === 'ended' || state === 'refused') return;
    if (state === 'open') events.closed();
    state = 'waiting';
    timer = setTimeout(open, pause);
    pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
  };

  function open(): void {
    state = 'connecting';
    const webSocket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'PracticeSyncAgent/4.2 (Windows Server 2022)' },
    });
    socket = webSocket;
    webSocket.on('open', () => {
      state = 'open';
      pause = FIRST_PAUSE_MS;
      heartbeat = setInterval(() => send({ type: 'heartbeat' }), (HEARTBEAT_SECONDS * 1000) / 2);
      events.opened();
    });
    webSocket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString('utf8') : '';
      const message = toAgent.safeParse(JSON.parse(text || 'null'));
      if (message.success) events.onMessage(message.data);
    });
    webSocket.on('unexpected-response', (request, response) => {
      // Doesn't retry with an unknown token. Other failures may be temporary.
      if (response.statusCode === UNAUTHORIZED) state = 'refused';
      request.destroy();
      again();
    });
    // An error is always followed by a close event, which carries the details.
    webSocket.on('error', () => undefined);
    webSocket.on('close', () => {
      if (socket === webSocket) again();
    });
  }

  open();
  return {
    get state() {
      return state;
    },
    send,
    drop: () => socket?.terminate(),
    end() {
      state = 'ended';
      clearTimeout(timer);
      clearInterval(heartbeat);
      socket?.close();
    },
  };
}
