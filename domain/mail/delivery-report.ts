/** A mail server's report about an undeliverable mail (RFC 3464), limited to the fields the shop uses. */
export type DeliveryReport = {
  /** The part before @ of the original Message-ID, or the envelope id; '' if the report contains neither. */
  about: string
  action: string
  /** The error text of the refusing server. */
  errorText: string
}

/** Longer fields are cut, so that regular expressions stay fast. No mail server writes them. */
const FIELD_LENGTH = 2000

/** One entry per recipient; null if the mail is not such a report, for example an out-of-office reply. */
export function readDeliveryReport(raw: string): DeliveryReport[] | null {
  const message = parsePart(raw.replace(/\r\n?/g, '\n'))
  const type = message.headers.get('content-type') ?? ''
  if (!/^multipart\/report\b/i.test(type) || !/report-type="?delivery-status\b/i.test(type))
    return null
  const parts = splitParts(message.body, parameter(type, 'boundary')).map(parsePart)
  const status = parts.find(({ headers }) =>
    /^message\/(global-)?delivery-status\b/i.test(headers.get('content-type') ?? ''),
  )
  if (!status) return null
  const [messageFields = new Map<string, string>(), ...recipients] = decode(status)
    .split(/\n[ \t]*\n/)
    .filter((block) => block.trim() !== '')
    .map(parseHeaders)
  const returned = parts.find(({ headers }) =>
    /^(message\/(global|rfc822)|text\/rfc822-headers)/i.test(headers.get('content-type') ?? ''),
  )
  const about =
    (returned && localPart(parsePart(decode(returned)).headers.get('message-id'))) ||
    messageFields.get('original-envelope-id')?.trim() ||
    ''
  return recipients.map((fields) => ({
    about,
    action: (fields.get('action') ?? '').trim().toLowerCase(),
    errorText: [
      fields.get('status') ?? '',
      (fields.get('diagnostic-code') ?? '').replace(/^\s*[\w-]+\s*;\s*/, ''),
    ]
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .join(' ')
      .slice(0, MAX_ERROR_LENGTH),
  }))
}

const MAX_ERROR_LENGTH = 300

type Part = { headers: Map<string, string>; body: string }

function parsePart(text: string): Part {
  const end = text.search(/\n[ \t]*\n/)
  return end === -1
    ? { headers: parseHeaders(text), body: '' }
    : {
        headers: parseHeaders(text.slice(0, end)),
        body: text.slice(end).replace(/^\n[ \t]*\n/, ''),
      }
}

/** Lines that start with whitespace continue the previous line. If a header occurs twice, the first counts. */
function parseHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name, value] = /^([!-9;-~]+):([^]*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined && !headers.has(name.toLowerCase()))
      headers.set(name.toLowerCase(), value.trimStart().slice(0, FIELD_LENGTH))
  }
  return headers
}

function parameter(value: string, name: string): string {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(value)
  return found?.[1] ?? found?.[2] ?? ''
}

function splitParts(body: string, boundary: string): string[] {
  if (boundary === '') return []
  const parts: string[] = []
  let lines: string[] | null = null
  for (const line of body.split('\n')) {
    const trimmed = line.trimEnd()
    if (trimmed === `--${boundary}` || trimmed === `--${boundary}--`) {
      if (lines) parts.push(lines.join('\n'))
      if (trimmed.endsWith(`${boundary}--`)) return parts
      lines = []
    } else lines?.push(line)
  }
  return lines ? [...parts, lines.join('\n')] : parts
}

function decode({ headers, body }: Part): string {
  const encoding = (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase()
  if (encoding === 'base64') return withUnixLineBreaks(fromBase64(body.replace(/\s+/g, '')))
  if (encoding !== 'quoted-printable') return body
  return joinedLines(body).replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** A line that ends with = continues on the next one; blanks before that = are not part of the text. */
function joinedLines(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, index) => {
      if (index === lines.length - 1) return line
      return line.endsWith('=') ? line.slice(0, -1).trimEnd() : `${line}\n`
    })
    .join('')
}

const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * The decoded bytes as characters; '' if it is invalid base64. Decoded here, because the domain uses neither browser
 * nor Node APIs.
 */
function fromBase64(text: string): string {
  let decoded = ''
  let bitCount = 0
  let buffer = 0
  let end = text.length
  while (text[end - 1] === '=') end -= 1
  for (const digit of text.slice(0, end)) {
    const value = BASE64_DIGITS.indexOf(digit)
    if (value === -1) return ''
    buffer = ((buffer << 6) | value) & 0xffff
    bitCount += 6
    if (bitCount < 8) continue
    bitCount -= 8
    decoded += String.fromCharCode((buffer >> bitCount) & 0xff)
  }
  return decoded
}

const withUnixLineBreaks = (text: string) => text.replace(/\r\n?/g, '\n')

const localPart = (messageId: string | undefined) => {
  const text = messageId ?? ''
  const inside = text.slice(text.indexOf('<') + 1, text.indexOf('>'))
  return text.includes('<') ? /^([^<>@\s]+)@/.exec(inside)?.[1] : undefined
}
