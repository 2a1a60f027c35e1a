import { createHash } from 'node:crypto'

import type { AddressObject, ParsedMail } from 'mailparser'

import { localPartOf } from '#domain/mail/mail-address.ts'
import { isAutomatic } from '#domain/mail/automatic-mail.ts'
import { withoutQuotedText } from '#domain/mail/quoted-text.ts'

export type ReadMail = {
  /** Identifies the mail: equal for every delivery of it. */
  key: string
  messageId: string | null
  from: { address: string; name: string }
  /** All recipients in its header. */
  to: string[]
  subject: string
  /** Without the quoted mail and the sender's signature. */
  body: string
  /** The complete text; null if nothing was cut. */
  whole: string | null
  /** The parts before the @ of the Message-IDs that it refers to, the nearest first. */
  answers: string[]
  automatic: boolean
  attachments: { name: string; type: string; bytes: Buffer }[]
  leftOut: number
}

const MAX_BODY_LENGTH = 20_000
const MAX_TEXT_LENGTH = 100_000
const MAX_HTML_LENGTH = 1_000_000
const MAX_ATTACHMENTS = 10
const MAX_ATTACHMENT_BYTES = 5 * 1024 * 1024
const MAX_TOTAL_BYTES = 10 * 1024 * 1024
/** Smaller inline images are parts of a signature. */
const MIN_INLINE_IMAGE_BYTES = 10 * 1024

/**
 * Parses a mail. HTML is converted to text, so that nothing can run, load or imitate the back office. Only images and
 * PDFs are stored as attachments, recognized by their content. Undefined for invalid mails.
 */
export async function readMail(raw: Buffer): Promise<ReadMail | undefined> {
  const mail = await parse(raw)
  if (!mail) return undefined
  const header = headerReader(mail)
  const plain = cleaned(mail.text ?? '').slice(0, MAX_TEXT_LENGTH)
  const text = plain === '' && mail.html ? await htmlToText(mail.html) : plain
  const body = withoutQuotedText(text)
  const messageId = cleaned(mail.messageId ?? '').slice(0, 500) || null
  const from = mail.from?.value.flatMap((sender) => sender.group ?? sender)[0]
  // Without a Message-ID, date, subject and recipients distinguish it from another mail with the same text.
  const identity = messageId ?? [header('date'), header('subject'), header('to')]
  const { attachments, leftOut } = attachmentsOf(mail)
  return {
    key: createHash('sha256')
      .update(JSON.stringify([identity, from?.address ?? '', text]))
      .digest('hex'),
    messageId,
    from: {
      address: cleaned(from?.address ?? '').slice(0, 200),
      name: cleaned(from?.name ?? '').slice(0, 120),
    },
    to: [
      ...[mail.to, mail.cc].flatMap((field) => addressesOf(field)),
      ...['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'].map(header),
    ].map(cleaned),
    // A folded or encoded multi-line subject becomes one line.
    subject: cleaned(mail.subject ?? '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 200),
    body: body.slice(0, MAX_BODY_LENGTH),
    whole:
      body === text.trim() && body.length <= MAX_BODY_LENGTH
        ? null
        : text.slice(0, MAX_TEXT_LENGTH),
    answers: [mail.inReplyTo ?? '', ...[mail.references ?? []].flat().reverse()].flatMap(
      (id) => localPartOf(id) ?? [],
    ),
    automatic: isAutomatic(header),
    attachments,
    leftOut,
  }
}

/** Mails with larger headers or more parts are built to waste CPU time. */
const MAX_HEADER_BYTES = 256 * 1024

async function parse(raw: Buffer): Promise<ParsedMail | undefined> {
  const end = raw.toString('latin1', 0, MAX_HEADER_BYTES + 4).search(/\r?\n\r?\n/)
  if (end === -1 && raw.length > MAX_HEADER_BYTES) return undefined
  const { simpleParser } = await import('mailparser')
  return simpleParser(raw, { skipTextToHtml: true, skipHtmlToText: true, skipImageLinks: true })
}

/**
 * Drops images, because their alt texts are not part of the message. The HTML is parsed again as a mail of its own,
 * because the parser converts only mails that contain nothing else.
 */
async function htmlToText(html: string): Promise<string> {
  const { simpleParser } = await import('mailparser')
  const withoutImages = html.slice(0, MAX_HTML_LENGTH).replace(/<img\b[^<>]*>/gi, '')
  const mail = await simpleParser(
    `Content-Type: text/html; charset=utf-8\r\n\r\n${withoutImages}`,
  ).catch(() => undefined)
  // Extreme nesting: the parser throws or returns nothing.
  const text = mail?.text?.trim()
    ? mail.text
    : withoutImages.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ')
  return cleaned(text).slice(0, MAX_TEXT_LENGTH)
}

/** PostgreSQL cannot store NUL characters. */
const cleaned = (text: string) => text.replaceAll('\0', '').trim()

/** Longer header fields are cut and repeated ones dropped before any search in them. */
const FIELD_LENGTH = 10_000
const FIELD_COUNT = 20

function headerReader({ headerLines }: ParsedMail) {
  return (name: string) =>
    headerLines
      .filter(({ key }) => key === name)
      .slice(0, FIELD_COUNT)
      .map(({ line }) => line.slice(line.indexOf(':') + 1, FIELD_LENGTH).trim())
      .join(', ')
}

const addressesOf = (field: AddressObject | AddressObject[] | undefined) =>
  [field ?? []].flat().flatMap(({ value }) => value.flatMap(({ address }) => address ?? []))

function attachmentsOf(mail: ParsedMail) {
  const attachments: ReadMail['attachments'] = []
  let leftOut = 0
  let bytes = 0
  for (const { content, filename, related } of mail.attachments) {
    if (related && content.length < MIN_INLINE_IMAGE_BYTES) continue
    const type = typeOf(content)
    const fits =
      attachments.length < MAX_ATTACHMENTS &&
      content.length <= MAX_ATTACHMENT_BYTES &&
      bytes + content.length <= MAX_TOTAL_BYTES
    if (!type || !fits) {
      leftOut += 1
      continue
    }
    bytes += content.length
    attachments.push({ name: fileName(filename ?? '', type), type, bytes: content })
  }
  return { attachments, leftOut }
}

const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
} as const

function typeOf(bytes: Buffer): keyof typeof EXTENSIONS | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'image/webp'
  if (/^[^]{4}ftyp(heic|heix|mif1)/.test(start)) return 'image/heic'
  return start.startsWith('%PDF-') ? 'application/pdf' : undefined
}

/** The original name in safe characters, with the extension of its actual type. */
function fileName(name: string, type: keyof typeof EXTENSIONS): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\w -]+/g, '')
    .trim()
    .slice(0, 60)
  return `${plain || 'file'}.${EXTENSIONS[type]}`
}
