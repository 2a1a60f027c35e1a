import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { STAFF_REFUSAL_MESSAGES } from '#contract/shared/refusal-messages.staff.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { BackofficeFiles } from '#server/http/backoffice-files.ts'
import { sendBuiltFile } from '#server/http/send-built-file.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import { TRUSTED_TYPES } from '#server/http/content-security-policy.ts'
import { CachedResponse } from '#server/platform/cache/cached-response.ts'

const ASSETS = '/backoffice/assets/'

/** Only our own scripts and styles. No site may frame the page, and it frames only the back office's own pages. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  ...TRUSTED_TYPES,
].join('; ')

/** The back office in a browser: one HTML document for all its addresses, and its files. Data comes from API calls. */
export function backofficePages(app: FastifyInstance, { files }: Backoffice) {
  if (!files) return
  const document = CachedResponse.html(documentOf(files))

  app.get<{ Params: { file: string } }>(`${ASSETS}:file`, (request, reply) => {
    const file = files.files.get(request.params.file)
    if (!file) return notFound(reply)
    return sendBuiltFile(request, reply, file)
  })

  const page = (request: FastifyRequest, reply: FastifyReply) => {
    if (/^\/backoffice\/(api|assets)(\/|$)/.test(request.url.split('?')[0] ?? ''))
      return notFound(reply)
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .header('cache-control', 'no-cache')
      .header('etag', document.etag)
      .type(document.type)
      .send(document.bytes)
  }
  app.get('/backoffice', page)
  app.get('/backoffice/*', page)
}

const notFound = (reply: FastifyReply) =>
  sendRefusal(reply, 404, {
    ...refuseStaff('not-found'),
    message: STAFF_REFUSAL_MESSAGES['not-found'],
  })

export function documentOf({
  scripts: [entry = '', ...others],
  styles,
}: Pick<BackofficeFiles, 'scripts' | 'styles'>): string {
  const tags = [
    `<script type="module" src="${ASSETS}${entry}"></script>`,
    ...others.map((name) => `<link rel="modulepreload" href="${ASSETS}${name}">`),
    ...styles.map((name) => `<link rel="stylesheet" href="${ASSETS}${name}">`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Giftpoint</title>
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON}">
${tags.join('\n')}
</head>
<body>
<div id="root"></div>
<noscript><p>This page needs JavaScript.</p></noscript>
</body>
</html>
`
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#1f3f36"/><path d="M7 15h18v10H7zM6 10.500h20V15H6zm10 0V25m0-14.500s-2-5-5-5a2.500 2.500 0 0 0 0 5zm0 0s2-5 5-5a2.500 2.500 0 0 1 0 5z" fill="none" stroke="#fff" stroke-width="2" stroke-linejoin="round"/></svg>',
)}`
