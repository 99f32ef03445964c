// @ts-check
/** `npm run typecheck`: checks the types of everything, and compiles the server and the sandbox. */
import { command, compileArguments, runOrThrow } from './steps.mjs';

await command(() => runOrThrow('Checking the types', process.execPath, compileArguments()));
