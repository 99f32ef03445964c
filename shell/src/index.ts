// Runs before any code that loads a script.
import './trusted-types';
// The nonce must be set before the import of any code that creates style elements.
import './nonce';
import { readPageData } from './page';

// The server preloads the scripts of the one that the person needs, so neither import waits for a download.
const page = readPageData();
const starting = page.session
  ? import(/* webpackChunkName: "console" */ './main')
  : import(/* webpackChunkName: "sign-in" */ './SignIn');
void starting.then(({ start }) => start(page));
