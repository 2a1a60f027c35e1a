/**
 * The sender's own text, without the quoted mail below and without the signature. If nothing remains, the complete
 * text.
 */
export function withoutQuoted(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const allQuoted = lines.findLastIndex((line) => !/^\s*(>|$)/.test(line)) + 1
  const end = lines.findIndex((_, at) => beginsQuoted(lines, at, allQuoted))
  const own = (end === -1 ? lines : lines.slice(0, end)).join('\n').trim()
  const withoutSignature = withoutLastMarks(own)
  return withoutSignature === '' ? text.trim() : withoutSignature
}

/** 'On …, … wrote:' as mail programs write it in our four languages. It may span three lines. */
const SAID_BY = [/^on\b.{5,300}\bwrote:$/i, /^le\b.{5,300}\ba écrit\s?:$/i]
/** In Dutch and German the name may follow the verb. */
const NAME_LAST = [
  { begin: /^op\b/i, verb: /.\b(?:schreef|heeft)\b/i },
  { begin: /^am\b/i, verb: /.\bschrieb\b/i },
]
const NAME_LAST_LENGTH = 510
const LEAST_BEFORE_VERB = 7

function isSaidBy(line: string): boolean {
  if (SAID_BY.some((pattern) => pattern.test(line))) return true
  if (line.length > NAME_LAST_LENGTH || !line.endsWith(':')) return false
  const rest = line.slice(LEAST_BEFORE_VERB - 1)
  return NAME_LAST.some(({ begin, verb }) => begin.test(line) && verb.test(rest))
}
const DIVIDER =
  /^-{2,}\s?(original message|oorspronkelijk bericht|origineel bericht|ursprüngliche nachricht|message d.origine|forwarded message|doorgestuurd bericht|weitergeleitete nachricht|message transféré)\s?-{2,}$/i
const FROM = /^\*?(from|van|von|de)\s?:\*?\s.*\S/i
const SENT = /^\*?(sent|date|verzonden|datum|gesendet|envoyé|to|aan|an|à)\s?:\*?\s/i
/** By convention, two dashes and a space start a signature. */
const SIGNATURE = /^-- ?$/

function beginsQuoted(lines: readonly string[], at: number, allQuoted: number): boolean {
  const line = (lines[at] ?? '').trim()
  if (line === '') return false
  if (SIGNATURE.test(lines[at] ?? '') || DIVIDER.test(line)) return true
  if (FROM.test(line) && SENT.test((lines[at + 1] ?? '').trim())) return true
  if (/^(on|op|am|le)\b/i.test(line)) {
    const some = [1, 2, 3].map((count) =>
      lines
        .slice(at, at + count)
        .map((one) => one.trim())
        .join(' '),
    )
    return some.some(isSaidBy)
  }
  // Everything after it is quoted. An answer between quoted lines stays with its question.
  return line.startsWith('>') && at >= allQuoted
}

/** Removes the separator line above the quoted text. */
function withoutLastMarks(text: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => !/^[ \t]*[_-]{5,}[ \t]*$/.test(line))
  return lines
    .slice(0, Math.max(1, last + 1))
    .join('\n')
    .trim()
}
