import { createHash } from 'node:crypto'

import type { AddressObject, ParsedMail } from 'mailparser'

import { localPartOf } from '#domain/mail/mail-address.ts'
import { isAutomatic } from '#domain/mail/automatic-mail.ts'
import { withoutQuoted } from '#domain/mail/quoted-text.ts'

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
  /** The part before the @ of the Message-IDs that it refers to, the nearest first. */
  answers: string[]
  automatic: boolean
  attachments: { name: string; type: string; bytes: Buffer }[]
  leftOut: number
}

const MOST_TEXT = 20_000
const MOST_CHARACTERS = 100_000
const MOST_HTML = 1_000_000
const MOST_ATTACHMENTS = 10
const MOST_BYTES_EACH = 5 * 1024 * 1024
const MOST_BYTES = 10 * 1024 * 1024
/** Smaller inline images are parts of a signature. */
const LEAST_BYTES_WITHIN = 10 * 1024

/**
 * A mail as text: HTML is converted, so that nothing can run, load or imitate the back office. Of the attachments
 * only images and PDFs are stored, by their content and not by their names. Undefined for invalid mails.
 */
export async function readMail(raw: Buffer): Promise<ReadMail | undefined> {
  const mail = await parsed(raw)
  if (!mail) return undefined
  const head = headsOf(mail)
  const plain = kept(mail.text ?? '').slice(0, MOST_CHARACTERS)
  const text = plain === '' && mail.html ? await textOf(mail.html) : plain
  const body = withoutQuoted(text)
  const messageId = kept(mail.messageId ?? '').slice(0, 500) || null
  const from = mail.from?.value.flatMap((one) => one.group ?? one)[0]
  // Without a Message-ID, date, subject and recipients distinguish it from another mail with the same text.
  const named = messageId ?? [head('date'), head('subject'), head('to')]
  const { attachments, leftOut } = attachmentsOf(mail)
  return {
    key: createHash('sha256')
      .update(JSON.stringify([named, from?.address ?? '', text]))
      .digest('hex'),
    messageId,
    from: {
      address: kept(from?.address ?? '').slice(0, 200),
      name: kept(from?.name ?? '').slice(0, 120),
    },
    to: [
      ...[mail.to, mail.cc].flatMap((some) => addressesOf(some)),
      ...['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to'].map(head),
    ].map(kept),
    // A folded or encoded multi-line subject becomes one line.
    subject: kept(mail.subject ?? '')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .slice(0, 200),
    body: body.slice(0, MOST_TEXT),
    whole: body === text.trim() && body.length <= MOST_TEXT ? null : text.slice(0, MOST_CHARACTERS),
    answers: [mail.inReplyTo ?? '', ...[mail.references ?? []].flat().reverse()].flatMap(
      (id) => localPartOf(id) ?? [],
    ),
    automatic: isAutomatic(head),
    attachments,
    leftOut,
  }
}

/** Mails with larger headers or more parts are built to waste CPU time. */
const MOST_HEAD = 256 * 1024

async function parsed(raw: Buffer): Promise<ParsedMail | undefined> {
  const end = raw.toString('latin1', 0, MOST_HEAD + 4).search(/\r?\n\r?\n/)
  if (end === -1 && raw.length > MOST_HEAD) return undefined
  const { simpleParser } = await import('mailparser')
  return simpleParser(raw, { skipTextToHtml: true, skipHtmlToText: true, skipImageLinks: true })
}

/**
 * Drops images, because their alt texts are no message. The parser converts HTML only for a mail that contains
 * nothing else.
 */
async function textOf(html: string): Promise<string> {
  const { simpleParser } = await import('mailparser')
  const words = html.slice(0, MOST_HTML).replace(/<img\b[^<>]*>/gi, '')
  const mail = await simpleParser(`Content-Type: text/html; charset=utf-8\r\n\r\n${words}`).catch(
    () => undefined,
  )
  // Extreme nesting: the parser throws or returns nothing.
  const text = mail?.text?.trim() ? mail.text : words.replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ')
  return kept(text).slice(0, MOST_CHARACTERS)
}

/** PostgreSQL cannot store NUL characters. */
const kept = (text: string) => text.replaceAll('\0', '').trim()

/** Longer header fields are cut and repeated ones dropped before any search in them. */
const FIELD_LENGTH = 10_000
const FIELD_COUNT = 20

function headsOf({ headerLines }: ParsedMail) {
  return (name: string) =>
    headerLines
      .filter(({ key }) => key === name)
      .slice(0, FIELD_COUNT)
      .map(({ line }) => line.slice(line.indexOf(':') + 1, FIELD_LENGTH).trim())
      .join(', ')
}

const addressesOf = (some: AddressObject | AddressObject[] | undefined) =>
  [some ?? []].flat().flatMap(({ value }) => value.flatMap(({ address }) => address ?? []))

function attachmentsOf(mail: ParsedMail) {
  const attachments: ReadMail['attachments'] = []
  let leftOut = 0
  let bytes = 0
  for (const { content, filename, related } of mail.attachments) {
    if (related && content.length < LEAST_BYTES_WITHIN) continue
    const type = typeOf(content)
    const fits =
      attachments.length < MOST_ATTACHMENTS &&
      content.length <= MOST_BYTES_EACH &&
      bytes + content.length <= MOST_BYTES
    if (!type || !fits) {
      leftOut += 1
      continue
    }
    bytes += content.length
    attachments.push({ name: fileName(filename ?? '', type), type, bytes: content })
  }
  return { attachments, leftOut }
}

const KINDS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'application/pdf': 'pdf',
} as const

function typeOf(bytes: Buffer): keyof typeof KINDS | undefined {
  const begins = bytes.toString('latin1', 0, 12)
  if (begins.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (begins.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(begins)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(begins)) return 'image/webp'
  if (/^[^]{4}ftyp(heic|heix|mif1)/.test(begins)) return 'image/heic'
  return begins.startsWith('%PDF-') ? 'application/pdf' : undefined
}

/** The original name in safe characters, with the extension of its actual type. */
function fileName(name: string, type: keyof typeof KINDS): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\w -]+/g, '')
    .trim()
    .slice(0, 60)
  return `${plain || 'file'}.${KINDS[type]}`
}
