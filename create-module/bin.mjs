#!/usr/bin/env node
// @ts-check
/** `npm create @practice-console/module mf-example`: creates a module in its own folder. */
import { CreateError, createModuleFolder } from './index.mjs';

const [name, ...others] = process.argv.slice(2);

if (name === undefined || others.length > 0 || name.startsWith('-')) {
  process.stderr.write('Usage: npm create @practice-console/module mf-example\n');
  process.exitCode = name === '--help' || name === '-h' ? 0 : 2;
} else {
  try {
    const { text } = createModuleFolder({ name, folder: process.cwd(), inside: false });
    process.stderr.write(`${text}\n`);
  } catch (error) {
    if (!(error instanceof CreateError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
