import type { CONTENT_NODE_KINDS as KINDS } from '#contract/content/content-nodes.staff.ts'

/** As the contract lists them, which brings its schemas with it. */
export const CONTENT_NODE_KINDS = [
  'component',
  'page',
  'mails',
  'company',
  'countries',
  'navigation',
  'tiles',
] as const satisfies typeof KINDS
