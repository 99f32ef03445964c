import { createContext } from 'react';

/** The page's nonce, for components that write their own style elements. */
export const NonceContext = createContext('');
