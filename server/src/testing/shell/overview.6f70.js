globalThis.overview = 'started';
