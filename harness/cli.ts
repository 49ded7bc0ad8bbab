#!/usr/bin/env node
/** `home-world <command> [flags]`. Node strips the types and runs this file. */
import { runCommandLine } from './run-command-line.ts';

// A closed output (“serve | head -1”) or a full disk loses log lines; it must not end the home.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
