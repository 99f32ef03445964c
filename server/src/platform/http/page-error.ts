/** The page that a browser shows while the database can’t be reached, or after too many loads. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseUnreachable } from '../database/unreachable.js';
import { AppError } from '../errors/app-error.js';
import { sendError } from './errors.js';
import { escapeHtml } from './html.js';

function unreachableHtml(message: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Practice Console</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body><h1>Practice Console</h1><p>${escapeHtml(message)}</p><p><a href="">Load this page again</a></p></body>
</html>
`;
}

/** Error handler for routes that people open in a browser: responds with a page instead of JSON. */
export function sendPageError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isOver = error instanceof AppError && error.statusCode === 429;
  if (!(error instanceof DatabaseUnreachable || isOver)) {
    sendError(error, request, reply);
    return;
  }
  if (!isOver) request.log.error({ err: error }, 'page failed');
  reply
    .code(error.statusCode)
    .header('retry-after', String(error.details.retryAfter))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(unreachableHtml(error.message));
}
