globalThis.consoleStart = 'started';
