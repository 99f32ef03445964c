import { createContext } from 'react';

/** The page's nonce, for components that write style elements of their own. */
export const NonceContext = createContext('');
