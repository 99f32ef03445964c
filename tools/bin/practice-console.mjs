#!/usr/bin/env node
// @ts-check
/** `practice-console …`: creates, checks, builds and ships a module, in any folder. */
import { runCommandLine } from '../cli/main.mjs';

process.exitCode = await runCommandLine(process.argv.slice(2));
