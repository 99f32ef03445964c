// The nonce must be set before the import of any code that creates style elements.
import './nonce';
import { start } from './main';

start();
