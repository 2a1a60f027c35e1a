/** A mail server's report about an undeliverable mail (RFC 3464), limited to the fields the shop uses. */
export type DeliveryReport = {
  /** The part before @ of the original Message-ID, or the envelope id; '' if the report contains neither. */
  about: string
  action: string
  /** The error text of the refusing server. */
  said: string
}

/** A longer field is cut before anything is searched in it: no mail server writes one. */
const FIELD_LENGTH = 2000

/** One entry per recipient; null if the mail is not such a report, for example an out-of-office reply. */
export function readDeliveryReport(raw: string): DeliveryReport[] | null {
  const message = partOf(raw.replace(/\r\n?/g, '\n'))
  const type = message.heads.get('content-type') ?? ''
  if (!/^multipart\/report\b/i.test(type) || !/report-type="?delivery-status\b/i.test(type))
    return null
  const parts = partsOf(message.body, parameter(type, 'boundary')).map(partOf)
  const status = parts.find(({ heads }) =>
    /^message\/(global-)?delivery-status\b/i.test(heads.get('content-type') ?? ''),
  )
  if (!status) return null
  const [messageFields = new Map<string, string>(), ...recipients] = decoded(status)
    .split(/\n[ \t]*\n/)
    .filter((block) => block.trim() !== '')
    .map(headsOf)
  const returned = parts.find(({ heads }) =>
    /^(message\/(global|rfc822)|text\/rfc822-headers)/i.test(heads.get('content-type') ?? ''),
  )
  const about =
    (returned && localPart(partOf(decoded(returned)).heads.get('message-id'))) ||
    messageFields.get('original-envelope-id')?.trim() ||
    ''
  return recipients.map((fields) => ({
    about,
    action: (fields.get('action') ?? '').trim().toLowerCase(),
    said: [
      fields.get('status') ?? '',
      (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, ''),
    ]
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join(' ')
      .slice(0, MOST_SAID),
  }))
}

const MOST_SAID = 300

type Part = { heads: Map<string, string>; body: string }

function partOf(text: string): Part {
  const end = text.search(/\n[ \t]*\n/)
  return end === -1
    ? { heads: headsOf(text), body: '' }
    : { heads: headsOf(text.slice(0, end)), body: text.slice(end).replace(/^\n[ \t]*\n/, '') }
}

/** Lines that start with whitespace continue the previous line. If a header occurs twice, the first counts. */
function headsOf(text: string): Map<string, string> {
  const heads = new Map<string, string>()
  for (const line of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = /^([!-9;-~]+):([^]*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined && !heads.has(name.toLowerCase()))
      heads.set(name.toLowerCase(), value.trimStart().slice(0, FIELD_LENGTH))
  }
  return heads
}

function parameter(value: string, name: string): string {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value)
  return found?.[1] ?? found?.[2] ?? ''
}

function partsOf(body: string, boundary: string): string[] {
  if (boundary === '') return []
  const parts: string[] = []
  let lines: string[] | null = null
  for (const line of body.split('\n')) {
    const mark = line.trimEnd()
    if (mark === `--${boundary}` || mark === `--${boundary}--`) {
      if (lines) parts.push(lines.join('\n'))
      if (mark.endsWith(`${boundary}--`)) return parts
      lines = []
    } else lines?.push(line)
  }
  return lines ? [...parts, lines.join('\n')] : parts
}

function decoded({ heads, body }: Part): string {
  const how = (heads.get('content-transfer-encoding') ?? '').trim().toLowerCase()
  if (how === 'base64') return latin(fromBase64(body.replace(/\s+/g, '')))
  if (how !== 'quoted-printable') return body
  return joinedLines(body).replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** A line that ends with = continues on the next one; blanks before that = are not part of the text. */
function joinedLines(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, at) => {
      if (at === lines.length - 1) return line
      return line.endsWith('=') ? line.slice(0, -1).trimEnd() : `${line}\n`
    })
    .join('')
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * The decoded bytes as characters; '' if it is invalid base64. Decoded here, because the domain uses neither browser
 * nor Node APIs.
 */
function fromBase64(text: string): string {
  let said = ''
  let bits = 0
  let held = 0
  let end = text.length
  while (text[end - 1] === '=') end -= 1
  for (const letter of text.slice(0, end)) {
    const six = LETTERS.indexOf(letter)
    if (six === -1) return ''
    held = ((held << 6) | six) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    said += String.fromCharCode((held >> bits) & 0xff)
  }
  return said
}

const latin = (text: string) => text.replace(/\r\n?/g, '\n')

const localPart = (messageId: string | undefined) => {
  const text = messageId ?? ''
  const inside = text.slice(text.indexOf('<') + 1, text.indexOf('>'))
  return text.includes('<') ? /^([^<>@\s]+)@/.exec(inside)?.[1] : undefined
}
