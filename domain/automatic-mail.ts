/**
 * Whether a machine wrote it: an answer from a holiday, a list, a report. Such a mail is answered by nobody and wakes
 * nobody (RFC 3834). By what its head says and never by its subject, which people write as well.
 */
export function isAutomatic(head: (name: string) => string): boolean {
  const submitted = head('auto-submitted').trim().toLowerCase()
  if (submitted !== '' && !submitted.startsWith('no')) return true
  if (/^(bulk|list|junk|auto[_-]reply)$/i.test(head('precedence').trim())) return true
  if (/^\s*<>\s*$/.test(head('return-path'))) return true
  if (/multipart\/report/i.test(head('content-type'))) return true
  if (MACHINES.test(head('from'))) return true
  return MARKS.some((name) => head(name).trim() !== '')
}

const MACHINES = /(^|[<"\s])(mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i
const MARKS = [
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply-from',
  'x-failed-recipients',
  'feedback-type',
  'list-id',
  'list-unsubscribe',
]
