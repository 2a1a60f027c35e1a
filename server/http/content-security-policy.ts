import { createHash } from 'node:crypto'

/** The hash of an inline script or style for a content security policy, so that no other one is allowed. */
export const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Only `ui/lib/trusted-types.ts` and the library of the text editor may create HTML and script addresses. */
export const TRUSTED_TYPES = [
  "require-trusted-types-for 'script'",
  'trusted-types giftpoint giftpoint-worker ProseMirrorClipboard',
]

/** For a page without scripts: allows its inline style and nothing else. */
export const plainPagePolicy = (style: string) =>
  [
    "default-src 'none'",
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
