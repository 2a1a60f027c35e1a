/**
 * The sender's own text, without the quoted mail below and without the signature. If nothing remains, the complete
 * text.
 */
export function withoutQuotedText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const quotedFrom = lines.findLastIndex((line) => !/^\s*(>|$)/.test(line)) + 1
  const end = lines.findIndex((_, index) => startsQuotedText(lines, index, quotedFrom))
  const ownText = (end === -1 ? lines : lines.slice(0, end)).join('\n').trim()
  const withoutSignature = withoutSeparator(ownText)
  return withoutSignature === '' ? text.trim() : withoutSignature
}

/** 'On …, … wrote:' as mail programs write it in our four languages. It may span three lines. */
const ATTRIBUTION = [/^on\b.{5,300}\bwrote:$/i, /^le\b.{5,300}\ba écrit\s?:$/i]
/** In Dutch and German the name may follow the verb. */
const NAME_LAST = [
  { start: /^op\b/i, verb: /.\b(?:schreef|heeft)\b/i },
  { start: /^am\b/i, verb: /.\bschrieb\b/i },
]
const NAME_LAST_LENGTH = 510
const MIN_CHARACTERS_BEFORE_VERB = 7

function isAttribution(line: string): boolean {
  if (ATTRIBUTION.some((pattern) => pattern.test(line))) return true
  if (line.length > NAME_LAST_LENGTH || !line.endsWith(':')) return false
  const rest = line.slice(MIN_CHARACTERS_BEFORE_VERB - 1)
  return NAME_LAST.some(({ start, verb }) => start.test(line) && verb.test(rest))
}
const DIVIDER =
  /^-{2,}\s?(original message|oorspronkelijk bericht|origineel bericht|ursprüngliche nachricht|message d.origine|forwarded message|doorgestuurd bericht|weitergeleitete nachricht|message transféré)\s?-{2,}$/i
const FROM = /^\*?(from|van|von|de)\s?:\*?\s.*\S/i
const SENT = /^\*?(sent|date|verzonden|datum|gesendet|envoyé|to|aan|an|à)\s?:\*?\s/i
/** By convention, two dashes and a space start a signature. */
const SIGNATURE = /^-- ?$/

function startsQuotedText(lines: readonly string[], index: number, quotedFrom: number): boolean {
  const line = (lines[index] ?? '').trim()
  if (line === '') return false
  if (SIGNATURE.test(lines[index] ?? '') || DIVIDER.test(line)) return true
  if (FROM.test(line) && SENT.test((lines[index + 1] ?? '').trim())) return true
  if (/^(on|op|am|le)\b/i.test(line)) {
    const candidates = [1, 2, 3].map((count) =>
      lines
        .slice(index, index + count)
        .map((part) => part.trim())
        .join(' '),
    )
    return candidates.some(isAttribution)
  }
  // Everything after it is quoted. An answer between quoted lines stays with its question.
  return line.startsWith('>') && index >= quotedFrom
}

/** Removes the separator line above the quoted text. */
function withoutSeparator(text: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => !/^[ \t]*[_-]{5,}[ \t]*$/.test(line))
  return lines
    .slice(0, Math.max(1, last + 1))
    .join('\n')
    .trim()
}
