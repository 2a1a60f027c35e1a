import { createHash } from 'node:crypto'

/** What a content security policy calls an inline script or style: its hash, so that no other one is allowed. */
export const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** HTML and addresses of scripts are taken only as `ui/lib/trusted-types.ts` and the text editor's library give them. */
export const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  'trusted-types giftpoint giftpoint-worker ProseMirrorClipboard',
]

/** For a page without any script: the style written in it, and nothing else. */
export const plainPagePolicy = (style: string) =>
  [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
