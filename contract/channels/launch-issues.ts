/** All issues of the launch check. Without schemas, because browsers import this file too. */
export const LAUNCH_FINDINGS = [
  'no-hosts',
  'contrast',
  'texts-missing',
  'texts-fallback',
  'legal-missing',
  'sender-missing',
  'pictures-without-words',
  'no-gifts',
  'none-in-reach',
  'few-in-reach',
  'gifts-without-name',
  'sold-out',
  'empty-categories',
  'dead-links',
  'countries-unserved',
  'vat-undecided',
  'vat-unchecked',
] as const
export type LaunchFinding = (typeof LAUNCH_FINDINGS)[number]
