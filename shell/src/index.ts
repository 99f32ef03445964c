// The nonce must be in place before anything that makes style elements is imported.
import './nonce';
import { start } from './main';

start();
