globalThis.signIn = 'started';
